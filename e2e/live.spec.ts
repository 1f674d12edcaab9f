import type { Page, WebSocket } from '@playwright/test'
import { glideOf, watchAnimations } from './animations.ts'
import { addMember, change, chooseMenuItem, complete, editQuest, remove, expectText } from './actions.ts'
import { card, column, dragTo, openBoard, cancelDrag, startDrag } from './board.ts'
import { addQuest, expect, test, columnId } from './family.ts'
import { intercept } from './intercept.ts'
import { stopClock, turnAway, turnBack, whilePassing } from './page-clock.ts'
import { socketSwitch } from './socket-switch.ts'

test('a new quest, an edit, a move, a column and deletions appear on the second screen by themselves', async ({
  family,
  page,
  kitchen,
}) => {
  await openBoard(kitchen, page)

  const dog = await addQuest(family, 'Feed the dog')
  await expect(card(kitchen, 'Feed the dog')).toBeVisible()

  const dialog = await editQuest(page, 'Feed the dog')
  await dialog.getByLabel('Title').fill('Feed the dog twice')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(page, 'Quest updated successfully')
  await expect(card(kitchen, 'Feed the dog twice')).toBeVisible()

  await page.getByRole('button', { name: 'Add Column' }).click()
  await page.getByLabel('Title').fill('Tomorrow')
  await page.getByRole('button', { name: 'Create Column' }).click()
  await expect(column(kitchen, 'Tomorrow')).toBeVisible()

  await dragTo(page, card(page, 'Feed the dog twice'), column(page, 'Done'))
  await expect(column(kitchen, 'Done').getByRole('article', { name: 'Feed the dog twice' })).toBeVisible()

  await remove(family, `/api/quests/${dog.id}`)
  for (const screen of [page, kitchen]) await expect(card(screen, 'Feed the dog twice')).toBeHidden()
})

test('a card glides to its new column on the other screen, and lands there', async ({ family, page }) => {
  const quest = await addQuest(family, 'Water the plants', 'Ideas')
  await openBoard(page)
  const animations = await watchAnimations(page)
  await change(family, `/api/quests/${quest.id}`, { columnId: columnId(family, 'In Progress') })
  await expect(column(page, 'In Progress').getByRole('article', { name: 'Water the plants' })).toBeVisible()
  expect(await glideOf(animations)).toBeLessThan(-400)
  // The clone that moved is gone, and the card itself is there once.
  await expect(page.getByRole('article', { name: 'Water the plants', includeHidden: true })).toHaveCount(1)
})

test('a screen reader hears what others change in one sentence, and not what this device changes', async ({
  family,
  page,
}) => {
  const mia = await addMember(family, 'Mia')
  const assigneeIds = [mia.id]
  const [cat, dog] = await Promise.all(
    ['Feed the cat', 'Walk the dog'].map((title) => addQuest(family, title, 'To Do', { assigneeIds })),
  )
  await openBoard(page)
  const said = page.locator('#announcements')
  await Promise.all([
    complete(family, cat?.id ?? '', mia.id),
    change(family, `/api/quests/${dog?.id}`, { columnId: columnId(family, 'In Progress') }),
    addQuest(family, 'Set the table', 'To Do', { assigneeIds }),
  ])
  await expect(said).toHaveText(
    'Mia finished Feed the cat. 1 of 3 done today. New for Mia: Set the table. Now in In Progress: Walk the dog.',
  )
  // Only an edit of the quest that has the focus is news.
  await card(page, 'Walk the dog').getByRole('button', { name: 'Walk the dog', exact: true }).focus()
  await change(family, `/api/quests/${dog?.id}`, { title: 'Walk both dogs' })
  await expect(said).toContainText('Changed: Walk both dogs.')

  await chooseMenuItem(page, card(page, 'Set the table'), 'Done')
  await expect(column(page, 'Done').getByRole('article', { name: 'Set the table' })).toBeVisible()
  await remove(family, `/api/quests/${cat?.id}`)
  await expect(said).toContainText('Gone: Feed the cat.')
  await expect(said).not.toContainText('Now in Done')
})

test('a full column scrolls to the card that comes to it and tints it, for who moves it and on the other screen', async ({
  family,
  page,
  kitchen,
}) => {
  await Promise.all(Array.from({ length: 12 }, (_, place) => addQuest(family, `Chore ${place}`, 'In Progress')))
  const dog = await addQuest(family, 'Feed the dog')
  for (const screen of [kitchen, page]) {
    await screen.setViewportSize({ width: 1280, height: 640 })
    await openBoard(screen)
    await expect(column(screen, 'In Progress').getByRole('article').first()).toBeInViewport()
  }
  const tinted = Promise.all(
    [page, kitchen].map((screen) => screen.locator(`[data-arrived][data-glide="${dog.id}"]`).waitFor()),
  )
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'In Progress'))
  await tinted
  for (const screen of [page, kitchen])
    await expect(column(screen, 'In Progress').getByRole('article', { name: 'Feed the dog' })).toBeInViewport({
      ratio: 1,
    })
  for (const screen of [page, kitchen]) await expect(screen.locator('[data-arrived]')).toHaveCount(0)

  // A finished quest moves to the top.
  for (const screen of [page, kitchen]) await screen.emulateMedia({ reducedMotion: 'reduce' })
  await addQuest(family, 'Return the books', 'Done')
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'Done'))
  for (const screen of [page, kitchen])
    await expect(column(screen, 'Done').getByRole('article').first()).toHaveAccessibleName('Feed the dog')
})

test('while Anna holds a card the other screen says so and moves nothing, and it stops when she lets go', async ({
  family,
  page,
  kitchen,
}) => {
  await addQuest(family, 'Make the bed')
  await addQuest(family, 'Feed the dog')
  await openBoard(kitchen, page)
  const below = await card(kitchen, 'Feed the dog').boundingBox()
  await startDrag(page, 'Make the bed')
  await expect(card(kitchen, 'Make the bed').getByText('Anna is moving this')).toBeVisible()
  expect(await card(kitchen, 'Feed the dog').boundingBox()).toEqual(below)
  await cancelDrag(page)
  await expect(kitchen.getByText('Anna is moving this')).toBeHidden()
})

test('a cut connection says since when the board is old, and on its return nothing is missing and nothing doubled', async ({
  family,
  page,
}) => {
  const line = await socketSwitch(page)
  const stays = await addQuest(family, 'Feed the dog')
  const goes = await addQuest(family, 'Old quest')
  await openBoard(page)

  await line.cut()
  await expect(page.locator('[data-live]').getByText(/^As of \d\d:\d\d, reconnecting/)).toBeVisible()
  await change(family, `/api/quests/${stays.id}`, { columnId: columnId(family, 'Done') })
  await remove(family, `/api/quests/${goes.id}`)
  await addQuest(family, 'Brand new', 'Ideas')
  await expect(column(page, 'To Do').getByRole('article', { name: 'Feed the dog' })).toBeVisible()

  line.restore()
  await expectText(page, 'Live')
  await expect(column(page, 'Done').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
  await expect(column(page, 'Ideas').getByRole('article', { name: 'Brand new' })).toBeVisible()
  await expect(card(page, 'Old quest')).toBeHidden()
  await expect(page.getByRole('article')).toHaveCount(2)

  // The page is live again.
  await addQuest(family, 'After the return', 'Ideas')
  await expect(card(page, 'After the return')).toBeVisible()
})

const asOf = /^As of \d\d:\d\d, reconnecting/

/** Simulates a sleeping page: no timer runs, only its clock goes on. */
async function sleep(page: Page, ms: number): Promise<void> {
  await turnAway(page)
  await page.clock.setSystemTime(await page.evaluate((ms) => Date.now() + ms, ms))
  await expectText(page, 'Live')
  await turnBack(page)
}

// By then: before the next heartbeat, whose answer would be missed 4 seconds later; at once; and with that heartbeat.
for (const [what, happens, latestMs] of [
  ['a tablet that slept for a moment', (page: Page) => sleep(page, 2000), 2000],
  ['a tablet that slept for long', (page: Page) => sleep(page, 120_000), 0],
  ['a page that comes back by the back button', (page: Page) => page.evaluate(pageShown), 2000],
  ['a page whose server stands still while its sockets stay open', () => {}, 10_000],
] as const) {
  test(`${what} says that its line died, and then has what happened`, async ({ family, page }) => {
    const line = await socketSwitch(page)
    await page.clock.install()
    await openBoard(page)
    await stopClock(page)
    line.freeze()
    await addQuest(family, 'Brand new', 'Ideas')
    await happens(page)
    if (latestMs > 0) await page.clock.runFor(latestMs)
    await expect(page.locator('[data-live]').getByText(asOf)).toBeVisible()
    await expect(card(page, 'Brand new')).toBeHidden()
    line.restore()
    await page.clock.resume()
    await expectText(page, 'Live')
    await expect(card(page, 'Brand new')).toBeVisible()
  })
}

/** Runs in the page. */
const pageShown = () => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

test('a tablet that wakes while its line lives keeps it', async ({ family, page }) => {
  await page.clock.install()
  const sockets: WebSocket[] = []
  page.on('websocket', (socket) => sockets.push(socket))
  await openBoard(page)
  await stopClock(page)
  await turnAway(page)
  const answer = sockets[0]?.waitForEvent('framereceived', ({ payload }) => String(payload).includes('phoenix'))
  await turnBack(page)
  await answer
  await page.clock.runFor(3000)
  await addQuest(family, 'Brand new', 'Ideas')
  await page.clock.resume()
  await expect(card(page, 'Brand new')).toBeVisible()
  expect(sockets).toHaveLength(1)
})

/** Lets tokens expire a hundred seconds after each request. Returns a function that counts the requests. */
async function shortTokens(page: Page): Promise<() => number> {
  let asked = 0
  await intercept(page, '**/api/auth/realtime', async (route) => {
    asked++
    const response = await route.fetch()
    const now = await page.evaluate(() => Date.now())
    await route.fulfill({
      response,
      json: { ...(await response.json()), expiresAt: new Date(now + 100_000).toISOString() },
    })
  })
  return () => asked
}

test('a page gets a new token before the old one ends; one that nobody sees gets none, and has all when it is looked at', async ({
  family,
  page,
}) => {
  await page.clock.install()
  const asked = await shortTokens(page)
  const sockets: WebSocket[] = []
  page.on('websocket', (socket) => sockets.push(socket))
  await openBoard(page)
  await stopClock(page)
  // Slowly enough for the replies to heartbeats: without one the client reconnects.
  await whilePassing(page, 1000, asked).toBe(2)
  await turnAway(page)
  await whilePassing(page, 1000, () => sockets[0]?.isClosed()).toBe(true)
  await addQuest(family, 'Brand new', 'Ideas')
  await page.clock.runFor(60_000)
  expect([asked(), sockets.length]).toEqual([2, 1])

  await turnBack(page)
  await page.clock.resume()
  await expectText(page, 'Live')
  await expect(card(page, 'Brand new')).toBeVisible()
  expect([asked(), sockets.length]).toEqual([3, 2])
})
