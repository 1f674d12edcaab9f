import type { Page } from '@playwright/test'
import {
  addMember,
  balanceOf,
  change,
  chooseMenuItem,
  complete,
  confirmDeletion,
  dayFromNow,
  editQuest,
  newQuest,
  questsOf,
  expectText,
  toast,
  expectAnnounced,
} from './actions.ts'
import { card, column, expectDraggable, openBoard, boxOf } from './board.ts'
import { addQuest, columnId, expect, test } from './family.ts'
import { intercept } from './intercept.ts'
import { expectAccessible, expectAccessibleAndFitsEverywhere } from './accessibility.ts'
import { countRendered } from './rendered.ts'

test('Anna writes a quest with every field, and edits it later', async ({ family, page }) => {
  await openBoard(page)
  const dialog = await newQuest(page)
  await expectAccessible(page)
  await dialog.getByLabel('Title').fill('Brush teeth')
  await dialog.getByLabel('Description').fill('Two minutes, all of them')
  const labels = ['Title', 'Description', 'Icon', 'Gems', 'Assigned to', 'Column', 'Repeats', 'Target time']
  await expect(dialog.locator('form').getByText(new RegExp(`^(${labels.join('|')})$`))).toHaveText(labels)
  await dialog.getByRole('radio', { name: 'Tooth' }).click()
  await dialog.getByLabel('Gems', { exact: true }).fill('15 gems')
  await expect(dialog.getByRole('option', { name: 'Ideas', exact: true })).toBeAttached()
  await dialog.getByLabel('Column').selectOption({ label: '💡 Ideas' })
  await dialog.getByRole('radio', { name: 'Daily' }).click()
  await dialog.getByLabel('Target time').fill('19:15')
  await expect(dialog.getByRole('checkbox', { name: 'Anna' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Create Quest' }).click()

  const made = column(page, 'Ideas').getByRole('article', { name: 'Brush teeth' })
  for (const words of ['Two minutes, all of them', '15', 'Daily', '19:15']) await expect(made).toContainText(words)

  const editor = await editQuest(page, 'Brush teeth')
  await expect(editor.getByLabel('Title')).toHaveValue('Brush teeth')
  await expect(editor.getByRole('radio', { name: 'Tooth' })).toBeChecked()
  await expect(editor.getByRole('radio', { name: 'Daily' })).toBeChecked()
  await editor.getByLabel('Gems', { exact: true }).fill('no number')
  await editor.getByRole('button', { name: 'Gems: 5 more' }).click()
  await expectAnnounced(page, 'Gems: 5')
  await editor.getByRole('button', { name: 'Gems: 5 less' }).click()
  await editor.getByLabel('Target time').fill('')
  await editor.getByRole('radio', { name: 'Once' }).click()
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Quest updated successfully')
  await expect(made).not.toContainText('19:15')
  await expect(made).not.toContainText('Daily')
  expect(await questsOf(family)).toMatchObject([
    { gemValue: 0, recurring: 'once', targetTime: null, icon: '🦷', description: 'Two minutes, all of them' },
  ])
})

test('without its quests there is no board that says there are none, but a way to try again; with them it is accessible and fits', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog', 'To Do', {
    recurring: 'daily',
    targetTime: '17:00',
    description: 'One cup, and fresh water.',
  })
  await addQuest(family, 'Return the books', 'Done')
  await intercept(page, '**/api/families/*/quests**', (route) => route.abort())
  await page.goto('/parent')
  await page.getByRole('tab', { name: 'Kanban Board' }).click()
  await expect(page.getByRole('heading', { name: "We couldn't load the board" })).toBeVisible()
  await expect(column(page, 'Ideas')).toBeHidden()
  await expectAccessible(page)
  await page.unroute('**/api/families/*/quests**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Feed the dog')).toBeVisible()
  await expectDraggable(page)
  await expectAccessibleAndFitsEverywhere(page)
})

test('a full column scrolls to its last card, and a short one shows each card whole', async ({ family, page }) => {
  const titles = Array.from({ length: 70 }, (_, index) => `Quest ${index + 1}`)
  for (const title of titles)
    await addQuest(family, title, title === 'Quest 70' ? 'Ideas' : 'To Do', {
      description: 'Two lines of words that say what there is to do, and how',
    })
  await openBoard(page)
  const list = column(page, 'To Do').getByRole('list')
  await expect(card(page, 'Quest 1')).toBeVisible()
  const whole = await card(page, 'Quest 1').evaluate((first) => first.getBoundingClientRect().height)
  // No card is folded, wherever it stands; those out of sight have the height that they are thought to have.
  const least = await list.evaluate((element) =>
    Math.min(...[...element.children].map((item) => item.getBoundingClientRect().height)),
  )
  expect(least).toBeGreaterThan(whole / 2)
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(card(page, 'Quest 69')).toBeInViewport({ ratio: 1, timeout: 1000 })
  }).toPass()
  await expect(card(page, 'Quest 68')).toBeInViewport({ ratio: 1 })
})

test('a card moves by its menu, and by the keyboard alone; it is deleted only after a question', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog')
  await openBoard(page)
  await chooseMenuItem(page, card(page, 'Feed the dog'), 'Done')
  await expectAnnounced(page, 'Put Feed the dog into Done.')
  await expect(column(page, 'Done').getByRole('article', { name: 'Feed the dog' })).toContainText('Done')

  const grip = card(page, 'Feed the dog').getByRole('button', { name: 'Move Feed the dog' })
  await grip.focus()
  await page.keyboard.press('Space')
  await expect(page.locator('[data-dragging]')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('Feed the dog is over In Progress.')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText('Feed the dog is over To Do.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(column(page, 'To Do').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
  await expect(grip).toBeFocused()

  // Keys that come in one frame, as on a busy device.
  await expect(page.locator('[data-dragging]')).toHaveCount(0)
  await grip.evaluate((element) => {
    for (const code of ['Space', 'ArrowRight', 'ArrowRight', 'Space']) {
      element.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true }))
    }
  })
  await expect(column(page, 'Done').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
  await expect(grip).toBeFocused()

  await chooseMenuItem(page, card(page, 'Feed the dog'), 'Delete Quest')
  const question = page.getByRole('alertdialog', { name: 'Delete Quest' })
  await expect(question).toContainText('Are you sure you want to delete "Feed the dog"?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'More for Feed the dog' })).toBeFocused()
  await chooseMenuItem(page, card(page, 'Feed the dog'), 'Delete Quest')
  await confirmDeletion(page)
  await expectText(page, 'Quest deleted successfully')
  await expect(card(page, 'Feed the dog')).toBeHidden()
})

test('a card that is put back takes the gems of today along and says whose; those of another day stay', async ({
  family,
  page,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  const [dishes, windows] = [
    await addQuest(family, 'Dishes', 'To Do', { gemValue: 20, assigneeIds: [mia] }),
    await addQuest(family, 'Windows', 'To Do', { gemValue: 5, assigneeIds: [mia] }),
  ]
  await complete(family, windows.id, mia, dayFromNow(-1))
  await complete(family, dishes.id, mia)
  await openBoard(page)
  const putBack = async (title: string) => {
    await chooseMenuItem(page, card(page, title), 'To Do')
    await expect(column(page, 'To Do').getByRole('article', { name: title })).toBeVisible()
  }
  const moved = page.waitForResponse((response) => response.url().endsWith(windows.id))
  await putBack('Windows')
  expect((await (await moved).json()).takenBack).toBeUndefined()
  await expect(toast(page)).toHaveCount(0)
  await putBack('Dishes')
  await expect(toast(page)).toHaveText(/Taken back.*20 gems of Mia/)
  await expect.poll(() => balanceOf(family, mia)).toBe(5)
})

test('the keyboard focus stays on a card that moves: by its menu, and by another device', async ({ family, page }) => {
  for (const place of Array(12).keys()) await addQuest(family, `Chore ${place}`, 'Done')
  const dog = await addQuest(family, 'Feed the dog')
  await page.setViewportSize({ width: 820, height: 600 })
  for (const motion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion: motion })
    await openBoard(page)
    const menu = card(page, 'Feed the dog').getByRole('button', { name: 'More for Feed the dog' })
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Done' }).focus()
    // The move to the last column, and then the completion.
    const completed = page.waitForResponse((answer) => answer.request().postData()?.includes('completedDate') === true)
    await page.keyboard.press('Enter')
    await expect(column(page, 'Done').getByRole('article', { name: 'Feed the dog' })).toBeInViewport()
    await expect(menu).toBeFocused()
    await expect(page.locator('li[inert]')).toHaveCount(0)
    await expect(menu).toBeFocused()
    // The other device's move comes after this one.
    await completed

    const title = card(page, 'Feed the dog').getByRole('button', { name: 'Feed the dog', exact: true })
    await title.focus()
    await change(family, `/api/quests/${dog.id}`, { columnId: columnId(family, 'To Do') })
    await expect(column(page, 'To Do').getByRole('article', { name: 'Feed the dog' })).toBeInViewport()
    await expect(title).toBeFocused()
    await expect(page.locator('li[inert]')).toHaveCount(0)
    await expect(title).toBeFocused()
  }
})

test('a card that is let go of where it was, or with Escape, stays there and opens nothing', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog')
  await openBoard(page)
  const moves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') moves.push(request.url())
  })
  const rest = await boxOf(card(page, 'Feed the dog'))
  const over = await boxOf(column(page, 'Done'))
  const told = page.getByText(/^(?:Feed the dog stays where it was|Put Feed the dog into To Do)\.$/)
  for (const [index, by] of ['its own column', 'Escape', 'no column'].entries()) {
    await page.mouse.move(rest.x + 90, rest.y + 20)
    await page.mouse.down()
    await page.mouse.move(over.x + 90, over.y + 90, { steps: 5 })
    await expect(column(page, 'Done')).toHaveAttribute('data-over')
    if (by === 'Escape') await page.keyboard.press('Escape')
    if (by === 'no column') await page.mouse.move(over.x + 90, 20, { steps: 3 })
    if (by === 'its own column') await page.mouse.move(rest.x + 90, rest.y + 40, { steps: 3 })
    await expect(column(page, 'Done')).not.toHaveAttribute('data-over')
    await page.mouse.up()
    await expect(page.locator('[data-drag-overlay]')).toHaveCount(0)
    await expect(column(page, 'To Do').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
    await expect(told).toHaveCount(index + 1)
    await expect(card(page, 'Feed the dog').getByRole('button', { name: 'Feed the dog', exact: true })).toBeFocused()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(moves).toEqual([])
  // A click is a click again.
  await expect(await editQuest(page, 'Feed the dog')).toBeVisible()
})

test('a card that is dragged over a board of 200 renders its overlay alone; one that is flicked in a single frame is dropped', async ({
  family,
}) => {
  for (const tens of Array(20).keys()) {
    await Promise.all(
      Array.from({ length: 10 }, (_, one) =>
        addQuest(family, `Chore ${tens * 10 + one}`, ['To Do', 'In Progress'][one % 2]),
      ),
    )
  }
  const page = await family.context.newPage()
  await countRendered(page)
  await openBoard(page)
  await expect(card(page, 'Chore 199')).toBeAttached()
  // Waits until it has come to rest.
  await card(page, 'Chore 0').hover({ trial: true })
  const from = await boxOf(card(page, 'Chore 0'))
  const over = await boxOf(column(page, 'In Progress'))
  await page.mouse.move(from.x + 90, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 110, from.y + 30, { steps: 3 })
  await expect(page.getByText('Lifted Chore 0.')).toBeAttached()
  await page.evaluate(() => void (window.rendered = { components: [], inColumns: [] }))
  await page.mouse.move(over.x + 90, over.y + 90, { steps: 10 })
  await expect(page.getByText('Chore 0 is over In Progress.')).toBeAttached()
  const { components, inColumns } = await page.evaluate(() => window.rendered)
  expect(inColumns).toEqual([])
  expect(components.length).toBeGreaterThanOrEqual(10)
  // The median, because a commit of something else, such as the live badge, may come between.
  expect(components.toSorted((a, b) => a - b)[Math.floor(components.length / 2)]).toBeLessThan(15)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.locator('[data-drag-overlay]')).toHaveCount(0)

  const to = await boxOf(column(page, 'Done'))
  await card(page, 'Chore 0').evaluate((element, end) => {
    const { x, y } = element.getBoundingClientRect()
    const send = (type: string, clientX: number, clientY: number) =>
      element.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, clientY }))
    send('mousedown', x + 90, y + 20)
    send('mousemove', end.x + 90, end.y + 90)
    send('mouseup', end.x + 90, end.y + 90)
  }, to)
  await expect(column(page, 'Done').getByRole('article', { name: 'Chore 0', exact: true })).toBeVisible()
})

test('children stand before parents where a quest is given, all of them are one tap; more assignees than three are counted', async ({
  family,
  page,
}) => {
  const kids: string[] = []
  for (const name of ['Kid 0', 'Kid 1', 'Kid 2', 'Kid 3']) kids.push((await addMember(family, name)).id)
  await addQuest(family, 'Big clean-up', 'To Do', { assigneeIds: [family.memberId, ...kids] })
  await openBoard(page)
  await expect(card(page, 'Big clean-up')).toContainText('Anna, Kid 0, Kid 1, Kid 2, Kid 3')
  await expect(card(page, 'Big clean-up')).toContainText('+2')

  await newQuest(page)
  const picker = page.getByRole('group', { name: 'Assigned to' })
  await expect(picker.locator('label')).toHaveText(['Kid 0', 'Kid 1', 'Kid 2', 'Kid 3', 'Anna'])
  await expect(picker.getByRole('checkbox', { checked: true })).toHaveCount(4)
  await picker.getByRole('checkbox', { name: 'Anna' }).check()
  await picker.getByRole('checkbox', { name: 'Kid 2' }).uncheck()
  await picker.getByRole('button', { name: 'All kids' }).click()
  await expect(picker.getByRole('checkbox', { checked: true })).toHaveCount(4)
  await expect(picker.getByRole('checkbox', { name: 'Anna' })).not.toBeChecked()
})

test('Anna archives what is done: it is under Earlier on every screen, newest first, and comes back from there', async ({
  family,
  page,
  kitchen,
}) => {
  for (const title of ['Dishes', 'Plants']) await complete(family, (await addQuest(family, title)).id, family.memberId)
  await openBoard(kitchen, page)
  const done = (screen: Page) => column(screen, 'Done').getByRole('article')
  for (const screen of [page, kitchen]) await expect(done(screen)).toHaveCount(2)
  await expect(done(page).first()).toHaveAccessibleName('Plants')
  await column(page, 'Done').getByRole('button', { name: 'More for column Done' }).click()
  await page.getByRole('menuitem', { name: 'Tidy Done' }).click()
  await expectText(page, 'Moved 2 quests to Earlier.')
  for (const screen of [page, kitchen]) await expect(done(screen)).toHaveCount(0)

  const earlier = column(page, 'Done').getByRole('button', { name: 'Earlier' })
  await expect(earlier).toHaveAttribute('aria-expanded', 'false')
  await earlier.focus()
  await page.keyboard.press('Enter')
  await expect(done(page)).toHaveCount(2)
  await expect(done(page).first()).toHaveAccessibleName('Plants')
  await expectAccessible(page)
  await chooseMenuItem(page, card(page, 'Dishes'), 'To Do')
  for (const screen of [page, kitchen])
    await expect(column(screen, 'To Do').getByRole('article', { name: 'Dishes' })).toBeVisible()
})
