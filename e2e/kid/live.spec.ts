import { change } from '../actions.ts'
import { expectAccessible } from '../accessibility.ts'
import { cancelDrag, card, column, dragTo, openBoard, startDrag } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { joinAs } from '../realtime-client.ts'
import { kidTile, openBubble } from './tablet.ts'

test("what Anna does to a quest comes to Mia's tablet by itself: a drag in both views, until her device is gone, other words, and a new child for it", async ({
  family,
  page,
  baseURL,
  mia,
}) => {
  await openBoard(page)
  await openBubble(mia)
  await expect(mia.page.getByText('No quests today')).toBeVisible()
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  const sweep = await addQuest(family, 'Sweep', 'To Do', { assigneeIds: [mia.id] })
  const isMoving = kidTile(mia.page, 'Dishes').getByText('Anna is moving this')
  for (const view of ['Calendar', 'Board']) {
    await mia.page.getByRole('button', { name: view, exact: true }).click()
    await startDrag(page, 'Dishes')
    await expect(isMoving).toBeVisible()
    // An angle, also when it has come to rest.
    await expect(kidTile(mia.page, 'Dishes')).toHaveCSS('rotate', /deg$/)
    await expect(kidTile(mia.page, 'Sweep')).not.toContainText('is moving this')
    if (view === 'Calendar') await expectAccessible(mia.page)
    // The quest can still be completed.
    await expect(kidTile(mia.page, 'Dishes').getByRole('button')).toBeEnabled()
    await cancelDrag(page)
    await expect(isMoving).toHaveCount(0)
  }
  await dragTo(page, card(page, 'Dishes'), column(page, 'In Progress'))
  const inProgress = mia.page.getByRole('region', { name: 'In Progress' })
  await expect(inProgress.getByRole('article', { name: 'Dishes' })).toBeVisible()
  await expect(mia.page.getByRole('article', { name: 'Dishes', includeHidden: true })).toHaveCount(1)
  await change(family, `/api/quests/${sweep.id}`, { title: 'Sweep the hall' })
  await expect(kidTile(mia.page, 'Sweep the hall')).toBeVisible()
  await change(family, `/api/quests/${sweep.id}`, { assigneeIds: [family.memberId] })
  await expect(kidTile(mia.page, 'Sweep the hall')).toHaveCount(0)

  await page.goto('about:blank')
  const { client, channel } = await joinAs(family.context, baseURL)
  await channel.track({ memberId: family.memberId })
  await channel.send({
    type: 'broadcast',
    event: 'quest.lifted',
    payload: { questId: dishes.id, memberId: family.memberId, lifted: true },
  })
  await expect(isMoving).toBeVisible()
  await client.disconnect()
  await expect(isMoving).toHaveCount(0)
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
