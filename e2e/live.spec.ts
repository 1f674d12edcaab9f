import type { Page, WebSocket } from '@playwright/test'
import { watchAnimations } from './animations.ts'
import { addQuest, card, column, dragTo, expect, openBoard, test } from './family.ts'
import { intercept } from './intercept.ts'
import { stopClock, turnAway, turnBack } from './playground.ts'
import { socketSwitch } from './socket-switch.ts'

test('a new quest, an edit, a move, a column and deletions appear on the second screen by themselves', async ({ family, page }) => {
  const kitchen = await family.context.newPage()
  await openBoard(kitchen)
  await openBoard(page)

  const dog = await addQuest(family.context, family, 'Feed the dog')
  await expect(card(kitchen, 'Feed the dog')).toBeVisible()

  await card(page, 'Feed the dog').getByRole('button', { name: 'Feed the dog', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Quest' })
  await dialog.getByLabel('Title').fill('Feed the dog twice')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Quest updated successfully', { exact: true })).toBeVisible()
  await expect(card(kitchen, 'Feed the dog twice')).toBeVisible()

  await page.getByRole('button', { name: 'Add Column' }).click()
  await page.getByLabel('Title').fill('Tomorrow')
  await page.getByRole('button', { name: 'Create Column' }).click()
  await expect(column(kitchen, 'Tomorrow')).toBeVisible()

  await dragTo(page, card(page, 'Feed the dog twice'), column(page, 'Done'))
  await expect(column(kitchen, 'Done').getByRole('article', { name: 'Feed the dog twice' })).toBeVisible()

  await family.context.request.delete(`/api/quests/${dog.id}`)
  await expect(card(kitchen, 'Feed the dog twice')).toBeHidden()
  await expect(card(page, 'Feed the dog twice')).toBeHidden()
})

test('a card glides to its new column on the other screen, and lands there', async ({ family, page }) => {
  const quest = await addQuest(family.context, family, 'Water the plants', 'Ideas')
  await openBoard(page)
  const animations = await watchAnimations(page)
  const target = family.columns.find(({ title }) => title === 'In Progress')?.id
  await family.context.request.patch(`/api/quests/${quest.id}`, { data: { columnId: target } })
  await expect(column(page, 'In Progress').getByRole('article', { name: 'Water the plants' })).toBeVisible()
  const glides = (await animations()).filter(({ isAbove }) => isAbove)
  expect(glides).toHaveLength(1)
  expect(Number(/translate\((-?[\d.]+)px/.exec(String(glides[0]?.begins['transform']))?.[1])).toBeLessThan(-400)
  // The clone that moved is gone, and the card itself is there once.
  await expect(page.getByRole('article', { name: 'Water the plants', includeHidden: true })).toHaveCount(1)
})

test('a full column scrolls to the card that comes to it and tints it, for who moves it and on the other screen', async ({ family, page }) => {
  await Promise.all(Array.from({ length: 12 }, (_, place) => addQuest(family.context, family, `Chore ${place}`, 'In Progress')))
  const dog = await addQuest(family.context, family, 'Feed the dog')
  const kitchen = await family.context.newPage()
  for (const screen of [kitchen, page]) {
    await screen.setViewportSize({ width: 1280, height: 640 })
    await openBoard(screen)
    await expect(column(screen, 'In Progress').getByRole('article').first()).toBeInViewport()
  }
  const tints = await Promise.all([page, kitchen].map(watchTints))
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'In Progress'))
  for (const screen of [page, kitchen]) await expect(column(screen, 'In Progress').getByRole('article', { name: 'Feed the dog' })).toBeInViewport({ ratio: 1 })
  for (const tinted of tints) await expect.poll(tinted).toEqual([dog.id])
  for (const screen of [page, kitchen]) await expect(screen.locator('[data-arrived]')).toHaveCount(0)

  // What is finished comes to the top.
  for (const screen of [page, kitchen]) await screen.emulateMedia({ reducedMotion: 'reduce' })
  await addQuest(family.context, family, 'Return the books', 'Done')
  await dragTo(page, card(page, 'Feed the dog'), column(page, 'Done'))
  for (const screen of [page, kitchen]) await expect(column(screen, 'Done').getByRole('article').first()).toHaveAccessibleName('Feed the dog')
  for (const tinted of tints) await expect.poll(tinted).toEqual([dog.id, dog.id])
})

/** The ids of the cards that are tinted from now on, each time anew. */
async function watchTints(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const tints: (string | null)[] = []
    Object.assign(window, { tints })
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target instanceof HTMLElement && target.hasAttribute('data-arrived')) tints.push(target.getAttribute('data-glide'))
    }).observe(document.body, { subtree: true, attributeFilter: ['data-arrived'] })
  })
  return () => page.evaluate(() => (window as unknown as { tints: string[] }).tints)
}

test('while Anna holds a card the other screen says so and moves nothing, and it stops when she lets go', async ({ family, page }) => {
  await addQuest(family.context, family, 'Make the bed')
  await addQuest(family.context, family, 'Feed the dog')
  const kitchen = await family.context.newPage()
  await openBoard(kitchen)
  await openBoard(page)
  const box = await card(page, 'Make the bed').boundingBox()
  if (box === null) throw new Error('The card is not drawn')
  const below = await card(kitchen, 'Feed the dog').boundingBox()
  await page.mouse.move(box.x + 80, box.y + 30)
  await page.mouse.down()
  await page.mouse.move(box.x + 110, box.y + 60, { steps: 5 })
  await expect(card(kitchen, 'Make the bed').getByText('Anna is moving this')).toBeVisible()
  expect(await card(kitchen, 'Feed the dog').boundingBox()).toEqual(below)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(kitchen.getByText('Anna is moving this')).toBeHidden()
})

test('a cut connection says since when the board is old, and on its return nothing is missing and nothing doubled', async ({ family, page }) => {
  const line = await socketSwitch(page)
  const stays = await addQuest(family.context, family, 'Feed the dog')
  const goes = await addQuest(family.context, family, 'Old quest')
  await openBoard(page)

  await line.cut()
  await expect(page.getByText(/^As of \d\d:\d\d, reconnecting/)).toBeVisible()
  const target = family.columns.find(({ title }) => title === 'Done')?.id
  await family.context.request.patch(`/api/quests/${stays.id}`, { data: { columnId: target } })
  await family.context.request.delete(`/api/quests/${goes.id}`)
  await addQuest(family.context, family, 'Brand new', 'Ideas')
  await expect(column(page, 'To Do').getByRole('article', { name: 'Feed the dog' })).toBeVisible()

  line.restore()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(column(page, 'Done').getByRole('article', { name: 'Feed the dog' })).toBeVisible()
  await expect(column(page, 'Ideas').getByRole('article', { name: 'Brand new' })).toBeVisible()
  await expect(card(page, 'Old quest')).toBeHidden()
  await expect(page.getByRole('article')).toHaveCount(2)

  // And the line is a live one again.
  await addQuest(family.context, family, 'After the return', 'Ideas')
  await expect(card(page, 'After the return')).toBeVisible()
})

test('a move the server cannot take goes back and says so', async ({ family, page }) => {
  await addQuest(family.context, family, 'Tidy the desk')
  await openBoard(page)
  await intercept(page, '**/api/quests/*', (route) => route.abort())
  await dragTo(page, card(page, 'Tidy the desk'), column(page, 'Done'))
  await expect(page.getByText('We could not reach Bubblequest. Check the connection and try again.', { exact: true })).toBeVisible()
  await expect(column(page, 'To Do').getByRole('article', { name: 'Tidy the desk' })).toBeVisible()
})

const asOf = /^As of \d\d:\d\d, reconnecting/

for (const [name, sleepMs, answerMs] of [
  ['for a moment', 2000, 2000],
  ['for long', 120_000, 0],
] as const) {
  test(`a tablet that slept ${name} while its line died says so when it wakes, and then has what happened`, async ({ family, page }) => {
    const line = await socketSwitch(page)
    await page.clock.install()
    await openBoard(page)
    await stopClock(page)
    await turnAway(page)
    line.freeze()
    await addQuest(family.context, family, 'Brand new', 'Ideas')
    // A page that sleeps has no timers either.
    await page.clock.setSystemTime(await page.evaluate((sleepMs) => Date.now() + sleepMs, sleepMs))
    await expect(page.getByText('Live', { exact: true })).toBeVisible()

    await turnBack(page)
    // Before the next heartbeat, whose answer would be missed 4 seconds later.
    if (answerMs > 0) await page.clock.runFor(answerMs)
    await expect(page.getByText(asOf)).toBeVisible()
    await expect(card(page, 'Brand new')).toBeHidden()
    line.restore()
    await page.clock.resume()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await expect(card(page, 'Brand new')).toBeVisible()
  })
}

test('a server that stands still while its sockets stay open shows within ten seconds', async ({ family, page }) => {
  const line = await socketSwitch(page)
  await page.clock.install()
  await openBoard(page)
  await stopClock(page)
  line.freeze()
  await page.clock.runFor(10_000)
  await expect(page.getByText(asOf)).toBeVisible()
  await addQuest(family.context, family, 'Brand new', 'Ideas')
  line.restore()
  await page.clock.resume()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(card(page, 'Brand new')).toBeVisible()
})

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
  await addQuest(family.context, family, 'Brand new', 'Ideas')
  await page.clock.resume()
  await expect(card(page, 'Brand new')).toBeVisible()
  expect(sockets).toHaveLength(1)
})

/** Tokens end a hundred seconds after they are asked for; answers how often that was. */
async function shortTokens(page: Page): Promise<() => number> {
  let asked = 0
  await intercept(page, '**/api/auth/realtime', async (route) => {
    asked++
    const response = await route.fetch()
    const now = await page.evaluate(() => Date.now())
    await route.fulfill({ response, json: { ...(await response.json()), expiresAt: new Date(now + 100_000).toISOString() } })
  })
  return () => asked
}

/** Lets time pass until `value` is that, slowly enough for the answers to heartbeats: without one the client begins anew. */
const passUntil = <T>(page: Page, value: () => T, expected: T) =>
  expect
    .poll(
      async () => {
        await page.clock.runFor(1000)
        return value()
      },
      { intervals: [50] },
    )
    .toBe(expected)

test('a page gets a new token before the old one ends; one that nobody sees gets none, and has what happened when it is looked at', async ({
  family,
  page,
}) => {
  await page.clock.install()
  const asked = await shortTokens(page)
  const sockets: WebSocket[] = []
  page.on('websocket', (socket) => sockets.push(socket))
  await openBoard(page)
  await stopClock(page)
  await passUntil(page, asked, 2)
  await turnAway(page)
  await passUntil(page, () => sockets[0]?.isClosed(), true)
  await addQuest(family.context, family, 'Brand new', 'Ideas')
  await page.clock.runFor(60_000)
  expect([asked(), sockets.length]).toEqual([2, 1])

  await turnBack(page)
  await page.clock.resume()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(card(page, 'Brand new')).toBeVisible()
  expect([asked(), sockets.length]).toEqual([3, 2])
})

test('a page that comes back by the back button says that its line died, and then has what happened', async ({ family, page }) => {
  const line = await socketSwitch(page)
  await page.clock.install()
  await openBoard(page)
  await stopClock(page)
  line.freeze()
  await addQuest(family.context, family, 'Brand new', 'Ideas')
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.clock.runFor(2000)
  await expect(page.getByText(asOf)).toBeVisible()
  line.restore()
  await page.clock.resume()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(card(page, 'Brand new')).toBeVisible()
})
