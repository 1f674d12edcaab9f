import { addKid, day, dayColumn, onToday, openCalendar, today } from './calendar.ts'
import { chooseMenuItem, complete, expectText, delayResponse, openLive, textInSight } from './actions.ts'
import { boxOf } from './board.ts'
import { addQuest, expect, test } from './family.ts'
import { intercept } from './intercept.ts'
import { expectAccessible, expectAccessibleAndFitsEverywhere, expectNotToScroll, expectSeen } from './accessibility.ts'

test('Mission Control shows three days, and a week or one day by a press; what did not load is tried again', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog')
  await intercept(page, '**/api/families/*/quests**', (route) => route.abort())
  await openLive(page, '/parent')
  await expect(page.getByRole('heading', { name: "We couldn't load the calendar" })).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/families/*/quests**')
  await page.getByRole('button', { name: 'Try again' }).click()
  const days = page.locator('section[data-glide-home]')
  await expect(page.getByRole('tab', { name: 'Calendar View' })).toHaveAttribute('aria-selected', 'true')
  const views = page.getByRole('group', { name: 'Days shown' })
  await expect(views.getByRole('button')).toHaveText(['7 Days', 'Today', '3 Days'])
  await expect(views.getByRole('button', { name: '3 Days', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(days).toHaveCount(3)
  await expect(dayColumn(page, -1)).toContainText('No quests')
  await expect(today(page)).toHaveAttribute('aria-current', 'date')
  await expect(today(page).getByText('Today', { exact: true })).toBeVisible()
  await expect(dayColumn(page, 1).getByText('Today', { exact: true })).toHaveCount(0)
  await expect(onToday(page, 'Feed the dog')).toContainText('To do')

  await views.getByRole('button', { name: '7 Days', exact: true }).click()
  await expect(days).toHaveCount(7)
  for (const offset of [-3, -2, -1, 0, 1, 2, 3]) await expect(dayColumn(page, offset)).toBeVisible()
  await views.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(days).toHaveCount(1)
  await expect(onToday(page, 'Feed the dog')).toBeVisible()

  // The choice is kept after a visit to the board.
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await page.getByRole('tab', { name: 'Calendar View' }).click()
  await expect(days).toHaveCount(1)

  // On a phone today is in sight first and nearly fills the width; one day alone fills it.
  await page.setViewportSize({ width: 390, height: 844 })
  await openCalendar(page)
  for (const view of ['3 Days', '7 Days']) {
    await page.getByRole('button', { name: view, exact: true }).click()
    await expect(today(page)).toBeInViewport({ ratio: 1 })
    const { x, width } = await boxOf(today(page))
    expect(Math.abs(x + width / 2 - 195)).toBeLessThanOrEqual(2)
  }
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(days).toHaveCount(1)
  expect((await boxOf(today(page))).width).toBe(358)
})

test('a day is in the order of its clock, quests without a time come last; two faces are shown, the rest is counted', async ({
  family,
  page,
}) => {
  const kids: string[] = []
  for (const name of ['Mia', 'Leo', 'Ben']) kids.push(await addKid(family, name))
  await addQuest(family, 'Whenever')
  await addQuest(family, 'Supper', 'To Do', { targetTime: '18:30', assigneeIds: [family.memberId, ...kids] })
  await addQuest(family, 'Whenever too')
  await addQuest(family, 'Breakfast', 'In Progress', { targetTime: '07:05' })
  await openCalendar(page)
  await expect(today(page).getByRole('heading', { level: 4 })).toHaveText([
    'Breakfast',
    'Supper',
    'Whenever',
    'Whenever too',
  ])
  for (const words of ['07:05', 'In progress']) await expect(onToday(page, 'Breakfast')).toContainText(words)
  for (const words of ['Anna, Mia, Leo, Ben', '+2']) await expect(onToday(page, 'Supper')).toContainText(words)
})

test('a daily quest stands on each day since it was made, a weekly one on its own day, a moved one on the day it was made', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Plan the holidays', 'Done')
  await addQuest(family, 'Brush teeth', 'To Do', { recurring: 'daily' })
  await addQuest(family, 'Put the bins out', 'To Do', { recurring: 'weekly' })
  await openCalendar(page)
  await page.getByRole('button', { name: '7 Days', exact: true }).click()
  await expect(onToday(page, 'Brush teeth')).toContainText('To do')
  for (const offset of [1, 2, 3])
    await expect(dayColumn(page, offset).getByRole('article', { name: 'Brush teeth' })).toContainText('Upcoming')
  await expect(page.getByRole('article', { name: 'Brush teeth' })).toHaveCount(4)
  await expect(page.getByRole('article', { name: 'Put the bins out' })).toHaveCount(1)
  await expect(onToday(page, 'Put the bins out')).toContainText(/on \w+days/)
  // Tomorrow's card can be looked at, not done.
  await dayColumn(page, 1).getByRole('button', { name: 'More for Brush teeth' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit Quest', 'Delete Quest'])
  await page.keyboard.press('Escape')

  // A quest that was finished by a move to the last column can be undone.
  await expect(onToday(page, 'Plan the holidays')).toContainText('Done')
  await chooseMenuItem(page, onToday(page, 'Plan the holidays'), 'Undo')
  await expectText(page, '"Plan the holidays" is back in To Do.')
  await expect(onToday(page, 'Plan the holidays')).toContainText('To do')
})

test('while the calendar loads it says so; without the completions the rest stays usable, and trying again brings them', async ({
  family,
  page,
}) => {
  const teeth = await addQuest(family, 'Brush teeth', 'To Do', { recurring: 'daily' })
  await addQuest(family, 'Feed the dog')
  await complete(family, teeth.id, family.memberId)
  const { promise: isSeen, resolve: refuse } = Promise.withResolvers<void>()
  await intercept(page, '**/quest-completions**', (route) =>
    isSeen.then(() => route.fulfill({ status: 500, body: '' })),
  )
  await page.goto('/parent')
  await expectSeen(page.getByText('Loading the calendar...'))
  refuse()
  const refusal = textInSight(page, 'Failed to fetch quest completions')
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expect(refusal).toBeVisible()
  await expect(onToday(page, 'Brush teeth')).toContainText('Not known')
  await expect(onToday(page, 'Feed the dog')).toContainText('To do')
  await expectText(page, 'Live')
  await expectAccessible(page)
  // In front of the refusal, which stays: the page tries again by itself, too.
  const answer = await delayResponse(page, '**/quest-completions**')
  await tryAgain.click()
  await expect(tryAgain).toBeDisabled()
  await expect(onToday(page, 'Feed the dog')).toBeVisible()
  answer()
  await expect(refusal).toBeHidden()
  await expect(onToday(page, 'Brush teeth')).toContainText('Done')
})

test('a screen left open over midnight shows the new day by itself', async ({ family, page }) => {
  await addQuest(family, 'Brush teeth', 'To Do', { recurring: 'daily' })
  await addQuest(family, 'Feed the dog')
  // A winter's evening, some days on, when Berlin is one hour ahead of UTC: 23:59 there.
  const evening = new Date('2027-01-12T22:59:00Z')
  const [before, after] = [day(0, evening).name, day(1, evening).name]
  await page.clock.install({ time: evening })
  await page.goto('/parent')
  const old = page.getByRole('region', { name: before, exact: true })
  await expect(old.getByRole('article', { name: 'Feed the dog' })).toBeVisible()
  await expectText(old, 'Today')

  await page.clock.runFor('01:30')
  const fresh = page.getByRole('region', { name: after, exact: true })
  await expect(fresh).toHaveAttribute('aria-current', 'date')
  await expect(fresh.getByRole('article', { name: 'Feed the dog' })).toContainText('To do')
  await expect(fresh.getByRole('article', { name: 'Brush teeth' })).toContainText('To do')
  await expect(old.getByRole('article', { name: 'Feed the dog' })).toHaveCount(0)
  await expect(old.getByRole('article', { name: 'Brush teeth' })).toContainText('Not done')
  await expect(page.getByRole('region', { name: day(2, evening).name, exact: true }).getByRole('article')).toHaveCount(
    1,
  )
})

test('a day with sixty quests scrolls inside; the page stays where it is', async ({ family, page }) => {
  for (let index = 0; index < 60; index++) await addQuest(family, `Quest ${index}`)
  await openCalendar(page)
  await expect(today(page).getByRole('article')).toHaveCount(60)
  const list = today(page).getByRole('list').first()
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight + 1000)).toBe(true)
  await expectNotToScroll(page)
  await today(page).getByRole('article').last().scrollIntoViewIfNeeded()
  await expect(today(page).getByRole('heading', { level: 3 })).toBeInViewport()
})

test('the calendar is accessible, empty and full, with its questions open, and nothing sticks out of the page', async ({
  family,
  page,
}) => {
  await openCalendar(page)
  await expectAccessibleAndFitsEverywhere(page)
  // One quest of every kind and place, and one that two of three have done.
  const kids = [await addKid(family, 'Mia'), await addKid(family, 'Leo')]
  const daily = { recurring: 'daily', targetTime: '07:00', assigneeIds: [...kids, family.memberId] }
  const teeth = await addQuest(family, 'Brush teeth', 'To Do', daily)
  for (const kid of kids) await complete(family, teeth.id, kid)
  await addQuest(family, 'Return the books', 'Done')
  for (const column of ['Ideas', 'To Do', 'In Progress']) await addQuest(family, `One of ${column}`, column)
  await expect(today(page).getByRole('article')).toHaveCount(4)
  await expect(onToday(page, 'Brush teeth')).toContainText('2 of 3 done')
  await expect(page.getByRole('article', { name: 'One of Ideas' })).toHaveCount(0)
  const someday = page.getByRole('button', { name: 'Someday' })
  await someday.focus()
  await page.keyboard.press('Enter')
  await expect(someday).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('list', { name: 'Someday' }).getByRole('article', { name: 'One of Ideas' })).toBeVisible()
  await page.getByRole('button', { name: '7 Days', exact: true }).click()
  await expect(page.locator('section[data-glide-home]')).toHaveCount(7)
  await expectAccessibleAndFitsEverywhere(page)

  await chooseMenuItem(page, onToday(page, 'Brush teeth'), 'Complete')
  await expect(page.getByRole('dialog', { name: 'Who did it?' })).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
  await page.keyboard.press('Escape')
  await chooseMenuItem(page, onToday(page, 'Brush teeth'), 'Undo')
  await expect(page.getByRole('dialog', { name: 'Undo it for whom?' })).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page)
})
