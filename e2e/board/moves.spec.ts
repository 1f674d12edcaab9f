import {
  addMember,
  change,
  chooseMenuItem,
  complete,
  confirmDeletion,
  editQuest,
  expectAnnounced,
  expectText,
  remove,
  toast,
} from '../actions.ts'
import { glideOf, watchAnimations } from './animations.ts'
import { boxOf, card, column, dragTo, inColumn, openBoard, touchDragTo } from '../board.ts'
import { addQuest, columnId, expect, test } from '../family.ts'
import { countRendered } from './rendered.ts'

test('by keys alone Anna moves and completes a quest, and the focus stays with it', async ({ family, page }) => {
  await Promise.all(Array.from({ length: 12 }, (_, place) => addQuest(family, `Chore ${place}`, 'Done')))
  const { id } = await addQuest(family, 'Feed the dog', 'To Do', { gemValue: 0 })
  await page.setViewportSize({ width: 820, height: 600 })
  await openBoard(page)
  const dog = card(page, 'Feed the dog')
  const grip = dog.getByRole('button', { name: 'Move Feed the dog' })
  await grip.focus()
  await page.keyboard.press('Space')
  await expect(page.locator('[data-dragging]')).toBeAttached()
  for (const title of ['In Progress', 'Done']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText(`Feed the dog is over ${title}.`)).toBeAttached()
  }
  await page.keyboard.press('Space')
  // A quest without gems says nothing of gems.
  await expect(toast(page)).toHaveText(/^Anna did it"Feed the dog" is done\./)
  await expect(inColumn(page, 'Done', 'Feed the dog')).toBeVisible()
  await expect(grip).toBeFocused()

  // Keys that come in one frame, as on a busy device.
  await expect(page.locator('[data-dragging]')).toHaveCount(0)
  await grip.evaluate((element) => {
    for (const code of ['Space', 'ArrowLeft', 'ArrowLeft', 'Space']) {
      element.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true }))
    }
  })
  await expect(inColumn(page, 'To Do', 'Feed the dog')).toBeVisible()
  await expect(grip).toBeFocused()

  const menu = dog.getByRole('button', { name: 'More for Feed the dog' })
  const title = dog.getByRole('button', { name: 'Feed the dog', exact: true })
  const still = page.locator('li[inert]')
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Done' }).focus()
    const completed = page.waitForResponse((answer) => answer.url().endsWith(id))
    await page.keyboard.press('Enter')
    await expectAnnounced(page, 'Put Feed the dog into Done.')
    await expect(inColumn(page, 'Done', 'Feed the dog')).toBeInViewport()
    await expect(still).toHaveCount(0)
    await expect(menu).toBeFocused()
    await completed
    await title.focus()
    await change(family, `/api/quests/${id}`, { columnId: columnId(family, 'To Do') })
    await expect(inColumn(page, 'To Do', 'Feed the dog')).toBeInViewport()
    await expect(still).toHaveCount(0)
    await expect(title).toBeFocused()
  }

  await chooseMenuItem(page, dog, 'Delete Quest')
  const question = page.getByRole('alertdialog', { name: 'Delete Quest' })
  await expect(question).toContainText('Are you sure you want to delete "Feed the dog"?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(menu).toBeFocused()
  await chooseMenuItem(page, dog, 'Delete Quest')
  await confirmDeletion(page)
  await expectText(page, 'Quest deleted successfully')
  await expect(dog).toBeHidden()
})

test('a card that Anna holds is marked in the kitchen, and stays when let go', async ({ family, page, kitchen }) => {
  await addQuest(family, 'Make the bed')
  await addQuest(family, 'Feed the dog')
  await openBoard(kitchen, page)
  const moves: string[] = []
  page.on('request', (request) => void (request.method() === 'PATCH' && moves.push(request.url())))
  const [rest, over] = [await boxOf(card(page, 'Make the bed')), await boxOf(column(page, 'Done'))]
  const below = await boxOf(card(kitchen, 'Feed the dog'))
  const told = page.getByText(/^(?:Make the bed stays where it was|Put Make the bed into To Do)\.$/)
  for (const by of ['its own column', 'Escape', 'no column']) {
    await page.mouse.move(rest.x + 90, rest.y + 20)
    await page.mouse.down()
    await page.mouse.move(over.x + 90, over.y + 90, { steps: 5 })
    await expect(column(page, 'Done')).toHaveAttribute('data-over')
    await expect(card(kitchen, 'Make the bed').getByText('Anna is moving this')).toBeVisible()
    expect(await boxOf(card(kitchen, 'Feed the dog'))).toEqual(below)
    if (by === 'Escape') await page.keyboard.press('Escape')
    if (by === 'no column') await page.mouse.move(over.x + 90, 20, { steps: 3 })
    if (by === 'its own column') await page.mouse.move(rest.x + 90, rest.y + 40, { steps: 3 })
    await expect(column(page, 'Done')).not.toHaveAttribute('data-over')
    await page.mouse.up()
    await expect(kitchen.getByText('Anna is moving this')).toBeHidden()
    await expect(page.locator('[data-drag-overlay]')).toHaveCount(0)
    await expect(inColumn(page, 'To Do', 'Make the bed')).toBeVisible()
    await expect(told.last()).toBeAttached()
    await expect(card(page, 'Make the bed').getByRole('button', { name: 'Make the bed', exact: true })).toBeFocused()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(moves).toEqual([])
  // A click is a click again.
  await expect(await editQuest(page, 'Make the bed')).toBeVisible()
})

test('on a phone Anna moves a card with her finger to a column out of sight', async ({ family, page, openDevice }) => {
  const phone = await openDevice({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await addQuest(family, 'Feed the dog')
  await openBoard(phone, page)
  await card(phone, 'Feed the dog').scrollIntoViewIfNeeded()
  await touchDragTo(phone, card(phone, 'Feed the dog'), column(phone, 'In Progress'))
  for (const screen of [phone, page]) await expect(inColumn(screen, 'In Progress', 'Feed the dog')).toBeVisible()
})

test('a board of a hundred cards scrolls to the last, and a drag renders its overlay alone', async ({ family }) => {
  const description = 'Two lines of words that say what there is to do, and how'
  for (const tens of Array(10).keys()) {
    await Promise.all(
      Array.from({ length: 10 }, (_, one) =>
        addQuest(family, `Chore ${tens * 10 + one}`, ['To Do', 'In Progress'][one % 2], { description }),
      ),
    )
  }
  const page = await family.context.newPage()
  await countRendered(page)
  await openBoard(page)
  const list = column(page, 'To Do').getByRole('list')
  await expect(list.getByRole('article')).toHaveCount(50)
  // No card is folded; those out of sight have the height that they are thought to have.
  const heights = await list.evaluate((element) =>
    [...element.children].map((item) => item.getBoundingClientRect().height),
  )
  expect(Math.min(...heights)).toBeGreaterThan((heights[0] ?? 0) / 2)
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(list.getByRole('article').last()).toBeInViewport({ ratio: 1, timeout: 1000 })
  }).toPass()
  await list.evaluate((element) => element.scrollTo({ top: 0 }))

  // Waits until it has come to rest.
  await card(page, 'Chore 0').hover({ trial: true })
  const [from, over] = [await boxOf(card(page, 'Chore 0')), await boxOf(column(page, 'In Progress'))]
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

  await card(page, 'Chore 0').evaluate(
    (element, end) => {
      const { x, y } = element.getBoundingClientRect()
      const send = (type: string, clientX: number, clientY: number) =>
        element.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, clientY }))
      send('mousedown', x + 90, y + 20)
      send('mousemove', end.x + 90, end.y + 90)
      send('mouseup', end.x + 90, end.y + 90)
    },
    await boxOf(column(page, 'Done')),
  )
  await expect(inColumn(page, 'Done', 'Chore 0')).toBeVisible()
})

test('a full column scrolls to the card that glides to it, on both screens', async ({ family, page, kitchen }) => {
  await Promise.all(Array.from({ length: 12 }, (_, place) => addQuest(family, `Chore ${place}`, 'In Progress')))
  const dog = await addQuest(family, 'Feed the dog')
  for (const screen of [kitchen, page]) {
    await screen.setViewportSize({ width: 1280, height: 640 })
    await openBoard(screen)
    await expect(column(screen, 'In Progress').getByRole('article').first()).toBeInViewport()
  }
  const animations = await watchAnimations(kitchen)
  const tinted = Promise.all(
    [page, kitchen].map((screen) => screen.locator(`[data-arrived][data-glide="${dog.id}"]`).waitFor()),
  )
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'In Progress'))
  await tinted
  for (const screen of [page, kitchen]) {
    await expect(inColumn(screen, 'In Progress', 'Feed the dog')).toBeInViewport({ ratio: 1 })
    await expect(screen.locator('[data-arrived]')).toHaveCount(0)
  }
  expect(await glideOf(animations)).toBeLessThan(-200)
  // The clone that moved is gone, and the card itself is there once.
  await expect(kitchen.getByRole('article', { name: 'Feed the dog', includeHidden: true })).toHaveCount(1)

  // A finished quest moves to the top.
  for (const screen of [page, kitchen]) await screen.emulateMedia({ reducedMotion: 'reduce' })
  await addQuest(family, 'Return the books', 'Done')
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'Done'))
  for (const screen of [page, kitchen])
    await expect(column(screen, 'Done').getByRole('article').first()).toHaveAccessibleName('Feed the dog')
})

test('a screen reader hears what others change, not what this device changes', async ({ family, page }) => {
  const mia = await addMember(family, 'Mia')
  const more = { assigneeIds: [mia.id] }
  const [cat, dog] = [
    await addQuest(family, 'Feed the cat', 'To Do', more),
    await addQuest(family, 'Walk the dog', 'To Do', more),
  ]
  await openBoard(page)
  const said = page.locator('#announcements')
  await Promise.all([
    complete(family, cat.id, mia.id),
    change(family, `/api/quests/${dog.id}`, { columnId: columnId(family, 'In Progress') }),
    addQuest(family, 'Set the table', 'To Do', more),
  ])
  await expect(said).toHaveText(
    'Mia finished Feed the cat. 1 of 3 done today. New for Mia: Set the table. Now in In Progress: Walk the dog.',
  )
  // Only an edit of the quest that has the focus is news.
  await card(page, 'Walk the dog').getByRole('button', { name: 'Walk the dog', exact: true }).focus()
  await change(family, `/api/quests/${dog.id}`, { title: 'Walk both dogs' })
  await expect(said).toContainText('Changed: Walk both dogs.')

  await chooseMenuItem(page, card(page, 'Set the table'), 'Done')
  await expect(inColumn(page, 'Done', 'Set the table')).toBeVisible()
  await remove(family, `/api/quests/${cat.id}`)
  await expect(said).toContainText('Gone: Feed the cat.')
  await expect(said).not.toContainText('Now in Done')
})
