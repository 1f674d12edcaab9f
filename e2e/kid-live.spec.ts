import type { Page } from '@playwright/test'
import { glideOf, watchAnimations } from './animations.ts'
import { balanceOf, complete, nextMidnight, change } from './actions.ts'
import { card, column, dragTo, openBoard, cancelDrag, startDrag } from './board.ts'
import { addQuest, expect, test } from './family.ts'
import { expectAccessible } from './accessibility.ts'
import { openBubble, kidTile, hereNow } from './tablet.ts'
import { joinAs } from './realtime-client.ts'

test("a card that Anna drags wiggles on Mia's tile, in both views, until she drops it, or her device is gone", async ({
  family,
  page,
  baseURL,
  mia,
}) => {
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await addQuest(family, 'Sweep', 'To Do', { assigneeIds: [mia.id] })
  await openBoard(page)
  await openBubble(mia)
  for (const view of ['Calendar', 'Board']) {
    await mia.page.getByRole('button', { name: view, exact: true }).click()
    await startDrag(page, 'Dishes')
    await expect(kidTile(mia.page, 'Dishes').getByText('Anna is moving this')).toBeVisible()
    // An angle, also when it has come to rest.
    await expect(kidTile(mia.page, 'Dishes')).toHaveCSS('rotate', /deg$/)
    await expect(kidTile(mia.page, 'Sweep')).toHaveCSS('rotate', 'none')
    await expect(kidTile(mia.page, 'Sweep')).not.toContainText('is moving this')
    if (view === 'Calendar') await expectAccessible(mia.page)
    // The quest can still be completed.
    await expect(kidTile(mia.page, 'Dishes').getByRole('button')).toBeEnabled()
    await cancelDrag(page)
    await expect(mia.page.getByText('Anna is moving this')).toHaveCount(0)
  }

  await page.goto('about:blank')
  await hereNow(mia.page, 'Mia')
  const { client, channel } = await joinAs(family.context, baseURL)
  await channel.track({ memberId: family.memberId })
  await hereNow(mia.page, 'Anna, Mia')
  await channel.send({
    type: 'broadcast',
    event: 'quest.lifted',
    payload: { questId: dishes.id, memberId: family.memberId, lifted: true },
  })
  await expect(kidTile(mia.page, 'Dishes')).toContainText('Anna is moving this')
  await client.disconnect()
  await hereNow(mia.page, 'Mia')
  await expect(kidTile(mia.page, 'Dishes')).not.toContainText('is moving this')
})

test('no screen believes a client that sends events as the database does, and the true change is still shown', async ({
  family,
  page,
  baseURL,
  mia,
}) => {
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  const highest = Number.MAX_SAFE_INTEGER
  // An attacker on the line sends frames as the server does, on both topics.
  const tell: ((event: string, payload: object) => void)[] = []
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    const server = socket.connectToServer()
    const topics = new Set<string>()
    socket.onMessage((message) => {
      const [, , topic, event] = typeof message === 'string' ? JSON.parse(message) : []
      if (event === 'phx_join') topics.add(topic)
      server.send(message)
    })
    tell.push((event, payload) => {
      for (const topic of topics)
        socket.send(JSON.stringify([null, null, topic, 'broadcast', { type: 'broadcast', event, payload }]))
    })
  })
  await openBoard(page)
  await openBubble(mia)
  await hereNow(mia.page, 'Anna, Mia')
  const forged = { revision: highest, quest: { ...dishes, title: 'Forged', version: highest } }

  const own = await joinAs(mia.tablet, baseURL)
  const asDatabase = await joinAs(mia.tablet, baseURL, own.familyTopic)
  expect([own.status, asDatabase.status]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
  for (const { channel } of [own, asDatabase]) {
    await channel.send({ type: 'broadcast', event: 'quest.saved', payload: forged })
    await channel.send({
      type: 'broadcast',
      event: 'family.deleted',
      payload: { revision: highest, familyId: family.familyId },
    })
  }
  for (const say of tell) say('quest.saved', forged)
  // Later messages still arrive.
  await own.channel.track({ memberId: family.memberId })
  await own.channel.send({
    type: 'broadcast',
    event: 'quest.lifted',
    payload: { questId: dishes.id, memberId: mia.id, lifted: true },
  })
  await expect(card(page, 'Dishes')).toContainText('Mia is moving this')

  await change(family, `/api/quests/${dishes.id}`, { title: 'All the dishes' })
  await expect(card(page, 'All the dishes')).toBeVisible()
  await expect(kidTile(mia.page, 'All the dishes')).toBeVisible()
  for (const { client } of [own, asDatabase]) await client.disconnect()
})

test("a card that Anna drags glides to its column on Mia's board", async ({ family, page, mia }) => {
  await addQuest(family, 'Dishes', 'Ideas', { assigneeIds: [mia.id] })
  await openBoard(page)
  await openBubble(mia)
  await mia.page.getByRole('button', { name: 'Board', exact: true }).click()
  const ideas = mia.page.getByRole('region', { name: 'Ideas' })
  await expect(mia.page.getByRole('heading', { level: 3 })).toHaveText([/To Do/, /In Progress/, /Done/, /Ideas/])
  await expect(ideas.getByRole('button', { name: 'Someday 1' })).toHaveAttribute('aria-expanded', 'false')
  await expect(ideas.getByRole('article')).toHaveCount(0)
  await ideas.getByRole('button', { name: 'Someday 1' }).click()
  await expect(ideas.getByRole('article')).toHaveCount(1)
  const animations = await watchAnimations(mia.page)
  await dragTo(page, card(page, 'Dishes'), column(page, 'In Progress'))
  await expect(
    mia.page.getByRole('region', { name: 'In Progress' }).getByRole('article', { name: 'Dishes' }),
  ).toBeVisible()
  expect(await glideOf(animations)).toBeGreaterThan(300)
  // The clone that moved is gone, and the tile is there once.
  await expect(mia.page.getByRole('article', { name: 'Dishes', includeHidden: true })).toHaveCount(1)
})

test('a daily quest that Mia has done is back in its column at midnight, on her board and on the parents’', async ({
  family,
  page,
  mia,
}) => {
  const { id } = await addQuest(family, 'Make your bed', 'To Do', {
    assigneeIds: [mia.id, family.memberId],
    recurring: 'daily',
    gemValue: 10,
  })
  const minutes = 60_000
  for (const screen of [page, mia.page]) await screen.clock.install({ time: nextMidnight().getTime() - 30 * minutes })
  await openBoard(page)
  await openBubble(mia)
  await mia.page.getByRole('button', { name: 'Board', exact: true }).click()
  const bed = (screen: Page, title: string) => column(screen, title).getByRole('article', { name: 'Make your bed' })
  await complete(family, id, mia.id)
  await expect(bed(page, 'Done')).toContainText('1 of 2 today')
  await expect(bed(mia.page, 'Done')).toContainText('Done!')
  await complete(family, id, family.memberId)
  await expect(bed(page, 'Done').getByText('Done', { exact: true })).toBeVisible()

  for (const screen of [page, mia.page]) {
    await screen.clock.fastForward(31 * minutes)
    await expect(bed(screen, 'To Do')).toBeVisible()
    await expect(bed(screen, 'Done')).toHaveCount(0)
  }
  await expect(bed(mia.page, 'To Do').getByRole('button', { name: /10/ })).toBeEnabled()
  await expect.poll(() => balanceOf(family, mia.id)).toBe(10)
})

test("in Mia's calendar a tile comes, changes and goes with an animation; only fades where nothing may move", async ({
  family,
  mia,
}) => {
  await openBubble(mia)
  await expect(mia.page.getByText('No quests today')).toBeVisible()
  const animations = await watchAnimations(mia.page)
  const fades = async (on: string) =>
    (await animations()).filter((animation) => animation.on === on).flatMap(({ begins }) => begins['opacity'] ?? [])

  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await expect.poll(() => fades('Dishes')).toEqual([0])
  expect((await animations()).filter(({ on, begins }) => on === 'Dishes' && 'scale' in begins)).toHaveLength(1)
  await change(family, `/api/quests/${dishes.id}`, { title: 'All the dishes' })
  await expect.poll(() => fades('All the dishes')).toEqual([0.3])
  await change(family, `/api/quests/${dishes.id}`, { assigneeIds: [family.memberId] })
  await expect.poll(async () => (await fades('All the dishes')).length).toBe(2)
  await expect(mia.page.getByRole('article', { includeHidden: true })).toHaveCount(0)

  await mia.page.emulateMedia({ reducedMotion: 'reduce' })
  await addQuest(family, 'Sweep', 'To Do', { assigneeIds: [mia.id] })
  await expect.poll(() => fades('Sweep')).toEqual([0])
  await expect(kidTile(mia.page, 'Sweep')).toBeVisible()
  expect((await animations()).filter(({ on, begins }) => on === 'Sweep' && !('opacity' in begins))).toEqual([])
})
