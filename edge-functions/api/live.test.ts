import assert from 'node:assert/strict'
import { RealtimeClient } from '@supabase/realtime-js'
import { BoardEvent } from '../../domain/contract/events.ts'
import type { RealtimeAccess } from '../../domain/contract/auth.ts'
import { Inbox } from '../../embedded/realtime/testing/inbox.ts'
import { kidOf, newFamily } from '../../embedded/testing/family.ts'
import { onOneStack } from '../../embedded/testing/stack.ts'
import type { TestStack } from '../../embedded/testing/stack.ts'

const story = onOneStack()

type Message = { type: 'broadcast'; event: string; payload: Record<string, unknown> }

/** A screen with the library the app uses; `joined` is how the join ended. */
type Screen = { news: Inbox<Message>; joined: string; close(): Promise<void> }

async function openScreen(stack: TestStack, access: RealtimeAccess, topic = access.topic): Promise<Screen> {
  const client = new RealtimeClient(`${stack.url.replace('http', 'ws')}${access.url}`, {
    params: { apikey: access.publishableKey },
    accessToken: () => Promise.resolve(access.token),
  })
  await client.setAuth()
  const news = new Inbox<Message>()
  const channel = client.channel(topic, { config: { private: true } })
  channel.on('broadcast', { event: '*' }, (message) => news.put(message as Message))
  const { promise: joined, resolve } = Promise.withResolvers<string>()
  channel.subscribe((status) => resolve(status))
  return {
    news,
    joined: await joined,
    async close() {
      await client.removeAllChannels()
      await client.disconnect()
    },
  }
}

/** The event as the contract knows it; every field that was sent must be one of the contract's. */
function eventOf({ event, payload }: Message): BoardEvent {
  const { id, ...sent } = payload
  assert.equal(typeof id, 'string')
  const read = BoardEvent.parse({ type: event, ...sent })
  assert.deepEqual(read, { type: event, ...sent })
  return read
}

story('Every change of the board is heard in the kitchen exactly as the API answered it, in order', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, memberId } = family
  const kitchen = await openScreen(stack, await parent.call('realtimeAccess', {}))
  try {
    assert.equal(kitchen.joined, 'SUBSCRIBED')
    let revision = 5
    const heard = async (expected: Record<string, unknown>) => assert.deepEqual(eventOf(await kitchen.news.take()), { ...expected, revision: ++revision })

    const garden = await parent.call('addColumn', { familyId }, { title: 'Garden', emoji: '🌱' })
    await heard({ type: 'column.saved', column: garden })
    const dishes = await family.addQuest('Dishes', { description: 'With "quotes" and 🧽', targetTime: '18:00', recurring: 'daily' })
    await heard({ type: 'quest.saved', quest: dishes })
    const moved = await parent.call('moveOrEditQuest', { questId: dishes.id }, { columnId: garden.id })
    await heard({ type: 'quest.saved', quest: moved })
    await parent.refused('deleteColumn', { columnId: garden.id }, 'column_not_empty')
    const renamed = await parent.call('editColumn', { columnId: garden.id }, { title: 'Balcony' })
    await heard({ type: 'column.saved', column: renamed })
    await parent.call('deleteQuest', { questId: dishes.id })
    await heard({ type: 'quest.deleted', questId: dishes.id })
    await parent.call('deleteColumn', { columnId: garden.id })
    await heard({ type: 'column.deleted', columnId: garden.id })
    await stack.sql`update public.family_members set display_name = 'Mama' where id = ${memberId}`
    const [mama] = await parent.call('members', { familyId })
    await heard({ type: 'member.saved', member: mama })
    assert.deepEqual(kitchen.news.rest(), [])
  } finally {
    await kitchen.close()
  }
})

story('A burst of moves arrives whole and in the order in which the API decided it', async (stack) => {
  const family = await newFamily(stack)
  const { parent } = family
  const dishes = await family.addQuest('Dishes')
  const kitchen = await openScreen(stack, await parent.call('realtimeAccess', {}))
  try {
    const moves = Array.from({ length: 40 }, (_, index) => family.columns[index % 4]?.id)
    const answers = await Promise.all(moves.map((columnId) => parent.call('moveOrEditQuest', { questId: dishes.id }, { columnId })))
    const heard: BoardEvent[] = []
    while (heard.length < moves.length) heard.push(eventOf(await kitchen.news.take()))
    assert.deepEqual(
      heard,
      answers.toSorted((a, b) => a.version - b.version).map((quest) => ({ type: 'quest.saved', quest, revision: quest.version })),
    )
  } finally {
    await kitchen.close()
  }
})

story("Mia's tablet hears her family; a stranger and a visitor hear nothing of it", async (stack) => {
  const family = await newFamily(stack)
  const { kid } = await kidOf(stack, family)
  const stranger = await newFamily(stack, 'Holm')
  const strangersAccess = await stranger.parent.call('realtimeAccess', {})
  const visitorsAccess = { ...strangersAccess, token: strangersAccess.publishableKey }
  const topic = `family:${family.familyId}`
  const screens = [
    await openScreen(stack, await kid.call('realtimeAccess', {})),
    await openScreen(stack, strangersAccess, topic),
    await openScreen(stack, visitorsAccess, topic),
  ]
  try {
    const [tablet, strangers, visitors] = screens
    assert.deepEqual(
      screens.map(({ joined }) => joined),
      ['SUBSCRIBED', 'CHANNEL_ERROR', 'CHANNEL_ERROR'],
    )
    const dishes = await family.addQuest('Dishes')
    assert.deepEqual(eventOf((await tablet?.news.take()) ?? assert.fail()), { type: 'quest.saved', quest: dishes, revision: dishes.version })
    assert.deepEqual([strangers?.news.rest(), visitors?.news.rest()], [[], []])
  } finally {
    for (const screen of screens) await screen.close()
  }
})
