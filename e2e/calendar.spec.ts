import type { BrowserContext, Locator, Page } from '@playwright/test'
import { addQuest, expect, expectAccessible, test } from './family.ts'
import { expectGoodLooks, screens } from './looks.ts'

const zone = 'Europe/Berlin'

/** A day of the browser's calendar, so many days from its today: its date, and the name its column has. */
function day(offset = 0, from: Date = new Date()) {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(from)
  const moved = new Date(Date.parse(date) + offset * 86_400_000)
  const words = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  return { date: moved.toISOString().slice(0, 10), name: words.format(moved) }
}

const dayColumn = (page: Page, offset = 0) => page.getByRole('region', { name: day(offset).name, exact: true })
const today = (page: Page) => dayColumn(page)
const onToday = (page: Page, title: string) => today(page).getByRole('article', { name: title, exact: true })

async function openCalendar(page: Page): Promise<void> {
  await page.goto('/parent')
  await expect(today(page)).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
}

async function choose(page: Page, quest: Locator, item: string): Promise<void> {
  await quest.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

type Family = { context: BrowserContext; familyId: string; memberId: string; columns: { id: string; title: string }[] }

async function addKid({ context, familyId }: Family, displayName: string): Promise<string> {
  const added = await context.request.post(`/api/families/${familyId}/members`, { data: { displayName } })
  expect(added.status()).toBe(201)
  return (await added.json()).id
}

async function gemsOf({ context }: Family, memberId: string): Promise<number> {
  return (await (await context.request.get(`/api/family-members/${memberId}/gems`)).json()).balance
}

async function completeFor({ context, columns }: Family, questId: string, memberId: string): Promise<void> {
  const columnId = columns.find(({ title }) => title === 'Done')?.id
  const done = await context.request.patch(`/api/quests/${questId}`, { data: { columnId, completedDate: day().date, completingMemberId: memberId } })
  expect(done.status()).toBe(200)
}

test('Mission Control opens with yesterday, today and tomorrow; a week and one day are a press away', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog')
  await openCalendar(page)
  const days = page.locator('section[data-glide-home]')
  await expect(page.getByRole('tab', { name: 'Calendar View' })).toHaveAttribute('aria-selected', 'true')
  const views = page.getByRole('radiogroup', { name: 'Days shown' })
  await expect(views.getByRole('radio')).toHaveText(['7 Days', 'Today', '3 Days'])
  await expect(views.getByRole('radio', { name: '3 Days' })).toBeChecked()
  await expect(days).toHaveCount(3)
  await expect(dayColumn(page, -1)).toContainText('No quests')
  await expect(today(page)).toHaveAttribute('aria-current', 'date')
  await expect(today(page).getByText('Today', { exact: true })).toBeVisible()
  await expect(dayColumn(page, 1).getByText('Today', { exact: true })).toHaveCount(0)
  await expect(onToday(page, 'Feed the dog')).toContainText('To do')

  await views.getByRole('radio', { name: '7 Days' }).click()
  await expect(days).toHaveCount(7)
  for (const offset of [-3, -2, -1, 0, 1, 2, 3]) await expect(dayColumn(page, offset)).toBeVisible()
  await views.getByRole('radio', { name: 'Today' }).click()
  await expect(days).toHaveCount(1)
  await expect(onToday(page, 'Feed the dog')).toBeVisible()

  // What was chosen is still so after a look at the board.
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(days).toHaveCount(1)
})

test('a day is in the order of its clock, quests without a time come last', async ({ family, page }) => {
  await addQuest(family.context, family, 'Whenever')
  await addQuest(family.context, family, 'Supper', 'To Do', { targetTime: '18:30' })
  await addQuest(family.context, family, 'Whenever too')
  await addQuest(family.context, family, 'Breakfast', 'In Progress', { targetTime: '07:05' })
  await openCalendar(page)
  await expect(today(page).getByRole('heading', { level: 4 })).toHaveText(['Breakfast', 'Supper', 'Whenever', 'Whenever too'])
  await expect(onToday(page, 'Breakfast')).toContainText('07:05')
  await expect(onToday(page, 'Breakfast')).toContainText('In progress')
})

test('two faces are shown, the rest is counted', async ({ family, page }) => {
  const kids: string[] = []
  for (const name of ['Mia', 'Leo', 'Ben']) kids.push(await addKid(family, name))
  await addQuest(family.context, family, 'Big clean-up', 'To Do', { assigneeIds: [family.memberId, ...kids] })
  await openCalendar(page)
  await expect(onToday(page, 'Big clean-up')).toContainText('Anna, Mia, Leo, Ben')
  await expect(onToday(page, 'Big clean-up')).toContainText('+2')
})

test('a daily quest stands on today and tomorrow, not before it was made; a weekly one on its own day', async ({ family, page }) => {
  await addQuest(family.context, family, 'Brush teeth', 'Ideas', { recurring: 'daily' })
  await addQuest(family.context, family, 'Put the bins out', 'Ideas', { recurring: 'weekly' })
  await openCalendar(page)
  await page.getByRole('radio', { name: '7 Days' }).click()
  await expect(onToday(page, 'Brush teeth')).toContainText('To do')
  for (const offset of [1, 2, 3]) await expect(dayColumn(page, offset).getByRole('article', { name: 'Brush teeth' })).toContainText('Upcoming')
  await expect(page.getByRole('article', { name: 'Brush teeth' })).toHaveCount(4)
  await expect(page.getByRole('article', { name: 'Put the bins out' })).toHaveCount(1)
  await expect(onToday(page, 'Put the bins out')).toContainText('Weekly')
  // Tomorrow's card can be looked at, not done.
  await dayColumn(page, 1).getByRole('button', { name: 'More for Brush teeth' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit Quest', 'Delete Quest'])
})

test('Anna completes a quest for Mia: the gems are counted, the kitchen screen shows it by itself, and undoing takes it all back', async ({ family, page }) => {
  const mia = await addKid(family, 'Mia')
  await addQuest(family.context, family, 'Feed the dog', 'To Do', { assigneeIds: [mia] })
  const kitchen = await family.context.newPage()
  await openCalendar(kitchen)
  await openCalendar(page)

  await choose(page, onToday(page, 'Feed the dog'), 'Complete')
  const dialog = page.getByRole('dialog', { name: 'Who did it?' })
  await expect(dialog).toContainText('"Feed the dog" for 20 gems')
  await expect(dialog.getByRole('heading', { name: 'Somebody else' })).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText(['Mia', 'Anna'])
  await dialog.getByRole('button', { name: 'Mia' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Quest Completed!', { exact: true })).toBeVisible()
  await expect(page.getByText('Mia earned 20 gems!', { exact: true })).toBeVisible()
  await expect(onToday(page, 'Feed the dog')).toContainText('Done')
  await expect(onToday(kitchen, 'Feed the dog')).toContainText('Done')
  expect(await gemsOf(family, mia)).toBe(20)

  await choose(page, onToday(page, 'Feed the dog'), 'Undo')
  await expect(page.getByText('Completion undone: "Feed the dog" is to do again. The gems for it were taken back.', { exact: true })).toBeVisible()
  await expect(onToday(page, 'Feed the dog')).toContainText('To do')
  await expect(onToday(kitchen, 'Feed the dog')).toContainText('To do')
  expect(await gemsOf(family, mia)).toBe(0)
})

test('a daily quest of two is done by one, then by both', async ({ family, page }) => {
  const mia = await addKid(family, 'Mia')
  const leo = await addKid(family, 'Leo')
  await addQuest(family.context, family, 'Brush teeth', 'To Do', { recurring: 'daily', assigneeIds: [mia, leo], gemValue: 5 })
  const kitchen = await family.context.newPage()
  await openCalendar(kitchen)
  await openCalendar(page)
  const dialog = page.getByRole('dialog', { name: 'Who did it?' })

  await choose(page, onToday(page, 'Brush teeth'), 'Complete')
  await dialog.getByRole('button', { name: 'Leo' }).click()
  await expect(onToday(page, 'Brush teeth')).toContainText('1 of 2 done')
  await expect(onToday(page, 'Brush teeth')).toContainText('by Leo')
  await expect(onToday(kitchen, 'Brush teeth')).toContainText('1 of 2 done')
  await expect(dayColumn(page, 1).getByRole('article', { name: 'Brush teeth' })).toContainText('Upcoming')

  await choose(page, onToday(page, 'Brush teeth'), 'Complete')
  await expect(dialog.getByRole('button', { name: /^Leo\s*Done$/ })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Mia' }).click()
  await expect(onToday(page, 'Brush teeth')).toContainText('Done')
  await expect(onToday(kitchen, 'Brush teeth')).toContainText('Done')
  await expect(onToday(page, 'Brush teeth')).not.toContainText('of 2')
  expect([await gemsOf(family, mia), await gemsOf(family, leo)]).toEqual([5, 5])
})

test('of two who did a daily quest it is asked who did not; of one it is not', async ({ family, page }) => {
  const mia = await addKid(family, 'Mia')
  const leo = await addKid(family, 'Leo')
  const teeth = await addQuest(family.context, family, 'Brush teeth', 'To Do', { recurring: 'daily', assigneeIds: [mia, leo], gemValue: 5 })
  for (const kid of [mia, leo]) await completeFor(family, teeth.id, kid)
  const kitchen = await family.context.newPage()
  await openCalendar(kitchen)
  await openCalendar(page)
  await expect(onToday(page, 'Brush teeth')).toContainText('Done')

  await choose(page, onToday(page, 'Brush teeth'), 'Undo')
  await page.getByRole('dialog', { name: 'Whose completion is undone?' }).getByRole('button', { name: 'Mia' }).click()
  await expect(page.getByText('Completion undone: Mia has not done "Brush teeth". The gems for it were taken back.', { exact: true })).toBeVisible()
  await expect(onToday(page, 'Brush teeth')).toContainText('1 of 2 done')
  await expect(onToday(kitchen, 'Brush teeth')).toContainText('1 of 2 done')
  // Now that one is left there is nothing to ask.
  await choose(page, onToday(page, 'Brush teeth'), 'Undo')
  await expect(onToday(page, 'Brush teeth')).toContainText('To do')
  await expect(onToday(kitchen, 'Brush teeth')).toContainText('To do')
  expect([await gemsOf(family, mia), await gemsOf(family, leo)]).toEqual([0, 0])
})

test('a quest that another screen completes while the question is open can not be done twice', async ({ family, page }) => {
  const mia = await addKid(family, 'Mia')
  const dog = await addQuest(family.context, family, 'Feed the dog', 'To Do', { assigneeIds: [mia] })
  await openCalendar(page)
  await choose(page, onToday(page, 'Feed the dog'), 'Complete')
  const dialog = page.getByRole('dialog', { name: 'Who did it?' })
  await completeFor(family, dog.id, mia)
  await expect(dialog).toContainText('"Feed the dog" is done already.')
  for (const face of await dialog.getByRole('listitem').getByRole('button').all()) await expect(face).toBeDisabled()
})

test('a quest that is gone by the time somebody is chosen says so', async ({ family, page }) => {
  const dog = await addQuest(family.context, family, 'Feed the dog')
  await openCalendar(page)
  await choose(page, onToday(page, 'Feed the dog'), 'Complete')
  await family.context.request.delete(`/api/quests/${dog.id}`)
  await expect(page.getByRole('article', { name: 'Feed the dog', includeHidden: true })).toHaveCount(0)
  await page.getByRole('dialog', { name: 'Who did it?' }).getByRole('button', { name: 'Anna' }).click()
  await expect(page.getByText('Unable to complete quest. Please try again.', { exact: true })).toBeVisible()
})

test('a completion the server can not take says so, and the question stays open with the focus in it', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog')
  await openCalendar(page)
  await page.route('**/api/quests/*', (route) => route.fulfill({ status: 500, body: '' }))
  await choose(page, onToday(page, 'Feed the dog'), 'Complete')
  const anna = page.getByRole('dialog', { name: 'Who did it?' }).getByRole('button', { name: 'Anna' })
  await anna.click()
  await expect(page.getByText('Failed to update quest', { exact: true })).toBeVisible()
  await expect(anna).toBeFocused()
  await expect(anna).toBeEnabled()
  await page.unroute('**/api/quests/*')
  await anna.click()
  await expect(onToday(page, 'Feed the dog')).toContainText('Done')
})

test('a quest is completed with the keyboard alone, and the focus comes back to its card', async ({ family, page }) => {
  const mia = await addKid(family, 'Mia')
  await addQuest(family.context, family, 'Feed the dog', 'To Do', { assigneeIds: [mia] })
  await openCalendar(page)
  const menu = onToday(page, 'Feed the dog').getByRole('button', { name: 'More for Feed the dog' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Complete' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Who did it?' })
  await expect(dialog.getByRole('button', { name: 'Mia' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Complete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Mia' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(onToday(page, 'Feed the dog')).toContainText('Done')
  await expect(menu).toBeFocused()
  expect(await gemsOf(family, mia)).toBe(20)
})

test('a quest opens with a press on its card, is edited, and deleted only after a question', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog')
  await openCalendar(page)
  await onToday(page, 'Feed the dog').getByRole('button', { name: 'Feed the dog', exact: true }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Quest' })
  await editor.getByLabel('Title').fill('Walk the dog')
  await editor.getByLabel('Target time').fill('17:00')
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect(onToday(page, 'Walk the dog')).toContainText('17:00')

  await choose(page, onToday(page, 'Walk the dog'), 'Edit Quest')
  await expect(editor.getByLabel('Title')).toHaveValue('Walk the dog')
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await choose(page, onToday(page, 'Walk the dog'), 'Delete Quest')
  const question = page.getByRole('alertdialog', { name: 'Delete Quest' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(onToday(page, 'Walk the dog')).toBeVisible()
  await choose(page, onToday(page, 'Walk the dog'), 'Delete Quest')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Quest deleted successfully', { exact: true })).toBeVisible()
  await expect(today(page)).toContainText('No quests')
})

test('a quest that was only moved to the last column is done on the day it was made, and can be put back', async ({ family, page }) => {
  await addQuest(family.context, family, 'Plan the holidays', 'Done')
  await openCalendar(page)
  await expect(onToday(page, 'Plan the holidays')).toContainText('Done')
  await choose(page, onToday(page, 'Plan the holidays'), 'Undo')
  await expect(page.getByText('Completion undone: "Plan the holidays" is to do again.', { exact: true })).toBeVisible()
  await expect(onToday(page, 'Plan the holidays')).toContainText('To do')
})

test('without the completions the rest stays usable, and trying again brings them', async ({ family, page }) => {
  const teeth = await addQuest(family.context, family, 'Brush teeth', 'To Do', { recurring: 'daily' })
  await addQuest(family.context, family, 'Feed the dog')
  await completeFor(family, teeth.id, family.memberId)
  await page.route('**/quest-completions**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/parent')
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch quest completions' })
  await expect(alert).toBeVisible()
  await expect(onToday(page, 'Brush teeth')).toContainText('Not known')
  await expect(onToday(page, 'Feed the dog')).toContainText('To do')
  await expectAccessible(page)
  await page.unroute('**/quest-completions**')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/quest-completions**', async (route) => {
    await asked
    await route.continue()
  })
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeDisabled()
  await expect(onToday(page, 'Feed the dog')).toBeVisible()
  answer()
  await expect(alert).toBeHidden()
  await expect(onToday(page, 'Brush teeth')).toContainText('Done')
})

test('without the quests there is no calendar but a way to try again', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog')
  await page.route('**/api/families/*/quests', (route) => route.abort())
  await page.goto('/parent')
  await expect(page.getByRole('heading', { name: 'The calendar did not load' })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/families/*/quests')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(onToday(page, 'Feed the dog')).toBeVisible()
})

test('while the calendar loads it says so', async ({ family, page }) => {
  await addQuest(family.context, family, 'Feed the dog')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/quest-completions**', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/parent')
  await expect(page.getByRole('status').filter({ hasText: 'Loading the calendar...' })).toBeVisible()
  answer()
  await expect(onToday(page, 'Feed the dog')).toBeVisible()
})

test('a screen left open over midnight shows the new day by itself', async ({ family, page }) => {
  await addQuest(family.context, family, 'Brush teeth', 'To Do', { recurring: 'daily' })
  await addQuest(family.context, family, 'Feed the dog')
  // A winter's evening, some days on, when Berlin is one hour ahead of UTC: 23:59 there.
  const evening = new Date('2027-01-12T22:59:00Z')
  const [before, after] = [day(0, evening).name, day(1, evening).name]
  await page.clock.install({ time: evening })
  await page.goto('/parent')
  const old = page.getByRole('region', { name: before, exact: true })
  await expect(old.getByRole('article', { name: 'Feed the dog' })).toBeVisible()
  await expect(old.getByText('Today', { exact: true })).toBeVisible()

  await page.clock.runFor('01:30')
  const fresh = page.getByRole('region', { name: after, exact: true })
  await expect(fresh).toHaveAttribute('aria-current', 'date')
  await expect(fresh.getByRole('article', { name: 'Feed the dog' })).toContainText('To do')
  await expect(fresh.getByRole('article', { name: 'Brush teeth' })).toContainText('To do')
  await expect(old.getByRole('article', { name: 'Feed the dog' })).toHaveCount(0)
  await expect(old.getByRole('article', { name: 'Brush teeth' })).toContainText('Missed')
  await expect(page.getByRole('region', { name: day(2, evening).name, exact: true }).getByRole('article')).toHaveCount(1)
})

test('a day with sixty quests scrolls inside; the page stays where it is', async ({ family, page }) => {
  await Promise.all(Array.from({ length: 60 }, (_, index) => addQuest(family.context, family, `Quest ${index}`)))
  await openCalendar(page)
  await expect(today(page).getByRole('article')).toHaveCount(60)
  const list = today(page).getByRole('list').first()
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight + 1000)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0)
  await today(page).getByRole('article').last().scrollIntoViewIfNeeded()
  await expect(today(page).getByRole('heading', { level: 3 })).toBeInViewport()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('today is in sight first and nearly fills the width; one day alone fills it', async ({ family, page }) => {
    await addQuest(family.context, family, 'Feed the dog')
    await openCalendar(page)
    for (const view of ['3 Days', '7 Days']) {
      await page.getByRole('radio', { name: view }).click()
      await expect(today(page)).toBeInViewport({ ratio: 1 })
      const box = await today(page).boundingBox()
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 195)).toBeLessThanOrEqual(2)
    }
    await page.getByRole('radio', { name: 'Today' }).click()
    await expect(page.locator('section[data-glide-home]')).toHaveCount(1)
    expect((await today(page).boundingBox())?.width).toBe(358)
  })
})

for (const [name, width, height] of screens) {
  test.describe(`by ${name}`, () => {
    test.use({ viewport: { width, height } })
    test('the calendar is accessible, empty and full, and nothing sticks out of the page', async ({ family, page }) => {
      await openCalendar(page)
      await expectGoodLooks(page)
      await fill(family)
      await expect(today(page).getByRole('article')).toHaveCount(5)
      await expect(onToday(page, 'Brush teeth')).toContainText('2 of 3 done')
      await page.getByRole('radio', { name: '7 Days' }).click()
      await expect(page.locator('section[data-glide-home]')).toHaveCount(7)
      await expectGoodLooks(page)
    })

    test('the questions of the calendar are accessible', async ({ family, page }) => {
      await fill(family)
      await openCalendar(page)
      await choose(page, onToday(page, 'Brush teeth'), 'Complete')
      await expect(page.getByRole('dialog', { name: 'Who did it?' })).toBeVisible()
      await expectGoodLooks(page)
      await page.keyboard.press('Escape')
      await choose(page, onToday(page, 'Brush teeth'), 'Undo')
      await expect(page.getByRole('dialog', { name: 'Whose completion is undone?' })).toBeVisible()
      await expectGoodLooks(page)
    })
  })
}

/** One quest of every kind and place, and one that two of three have done. */
async function fill(family: Family): Promise<void> {
  const kids = [await addKid(family, 'Mia'), await addKid(family, 'Leo')]
  const teeth = await addQuest(family.context, family, 'Brush teeth', 'To Do', {
    recurring: 'daily',
    targetTime: '07:00',
    assigneeIds: [...kids, family.memberId],
  })
  for (const kid of kids) await completeFor(family, teeth.id, kid)
  await addQuest(family.context, family, 'Return the books', 'Done')
  for (const column of ['Ideas', 'To Do', 'In Progress']) await addQuest(family.context, family, `One of ${column}`, column)
}
