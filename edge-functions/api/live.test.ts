import assert from 'node:assert/strict'
import { RealtimeClient } from '@supabase/supabase-js'
import { FamilyEvent } from '../../domain/contract/events.ts'
import type { RealtimeAccess } from '../../domain/contract/auth.ts'
import { Inbox } from '../../embedded/realtime/testing/inbox.ts'
import { dayFromNow, kidOf, newFamily, uploaded } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'

const story = onOneStack()

type Message = { type: 'broadcast'; event: string; payload: Record<string, unknown> }

/** A screen with the library the app uses; `joined` is how the join ended. */
type Screen = { news: Inbox<Message>; joined: string; send(event: string, payload: object): Promise<unknown>; close(): Promise<void> }

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
    send: (event, payload) => channel.send({ type: 'broadcast', event, payload }),
    async close() {
      await client.removeAllChannels()
      await client.disconnect()
    },
  }
}

/** The event as the contract knows it; every field that was sent must be one of the contract's. */
function eventOf({ event, payload }: Message): FamilyEvent {
  const { id, ...sent } = payload
  assert.equal(typeof id, 'string')
  const read = FamilyEvent.parse({ type: event, ...sent })
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

story('What Mia does and earns is heard in the kitchen exactly as the API answers it, in the order in which it was decided', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const kitchen = await openScreen(stack, await parent.call('realtimeAccess', {}))
  try {
    let revision = 5
    const heard = async (...expected: Record<string, unknown>[]) => {
      for (const news of expected) assert.deepEqual(eventOf(await kitchen.news.take()), { ...news, revision: ++revision })
    }
    const newestEntry = async (memberId: string) => (await parent.call('gemEntries', { memberId }))[0]

    const mia = await family.addMember('Mia')
    await heard({ type: 'member.saved', member: mia })
    const memberId = mia.id
    const locked = await parent.call('setPin', { memberId }, { pin: '2468' })
    await heard({ type: 'member.saved', member: locked })
    const bergs = await parent.call('editFamily', { familyId }, { name: 'Bergs', rewardMode: 'ask' })
    await heard({ type: 'family.saved', family: bergs })
    const teeth = await family.addQuest('Teeth', { gemValue: 30, assigneeIds: [memberId], recurring: 'daily' })
    await heard({ type: 'quest.saved', quest: teeth })

    const completion = { questId: teeth.id, completedDate: dayFromNow(), memberId }
    const { completed, ...done } = await parent.call(
      'moveOrEditQuest',
      { questId: teeth.id },
      { completedDate: completion.completedDate, completingMemberId: memberId },
    )
    await heard(
      { type: 'completion.saved', completion: completed?.completion },
      { type: 'gems.changed', balance: 30, entry: await newestEntry(memberId) },
      { type: 'quest.saved', quest: done },
    )
    // Sent again it is no news.
    await parent.call('moveOrEditQuest', { questId: teeth.id }, { completedDate: completion.completedDate, completingMemberId: memberId })

    const reward = await parent.call('addReward', { familyId }, { title: 'Ice cream', gemCost: 20 })
    await heard({ type: 'reward.saved', reward })
    const wish = { redemptionId: crypto.randomUUID(), memberId }
    const reserved = await parent.call('redeemReward', { rewardId: reward.id }, wish)
    await heard({ type: 'redemption.saved', redemption: reserved }, { type: 'gems.changed', balance: 10, entry: await newestEntry(memberId) })
    await parent.call('redeemReward', { rewardId: reward.id }, wish)
    const declined = await parent.call('decideRedemption', { redemptionId: reserved.id }, { status: 'declined' })
    await heard({ type: 'redemption.saved', redemption: declined }, { type: 'gems.changed', balance: 30, entry: await newestEntry(memberId) })
    await parent.call('decideRedemption', { redemptionId: reserved.id }, { status: 'declined' })

    await parent.call('undoCompletion', completion)
    const [back] = await parent.call('quests', { familyId })
    assert.equal(back?.columnId, teeth.columnId)
    await heard(
      { type: 'completion.deleted', completion },
      { type: 'gems.changed', balance: 0, entry: await newestEntry(memberId) },
      { type: 'quest.saved', quest: back },
    )
    const hidden = await parent.call('editReward', { rewardId: reward.id }, { isActive: 0 })
    await heard({ type: 'reward.saved', reward: hidden })
    await parent.call('deleteReward', { rewardId: reward.id })
    // The redemption lost its reward, and says so.
    const [kept] = await parent.call('redemptions', { familyId })
    await heard({ type: 'reward.deleted', rewardId: reward.id }, { type: 'redemption.saved', redemption: kept })

    await parent.call('setProfileImage', {}, { profileImageUrl: await uploaded(stack, familyId) })
    await heard({ type: 'member.saved', member: (await parent.call('members', { familyId }))[0] })
    await parent.call('removeMember', { memberId })
    const [inherited] = await parent.call('quests', { familyId })
    await heard({ type: 'quest.saved', quest: inherited }, { type: 'member.deleted', memberId })
    assert.deepEqual(inherited?.assigneeIds, [family.memberId])
    assert.deepEqual(kitchen.news.rest(), [])
  } finally {
    await kitchen.close()
  }
})

story('Two families that do the same at the same time hear each only their own', async (stack) => {
  const [berg, holm] = [await newFamily(stack, 'Berg'), await newFamily(stack, 'Holm')]
  const screens = [await openScreen(stack, await berg.parent.call('realtimeAccess', {})), await openScreen(stack, await holm.parent.call('realtimeAccess', {}))]
  try {
    await Promise.all(
      [berg, holm].map(async (family) => {
        const { parent, familyId, memberId } = family
        const { id: questId } = await family.addQuest('Dishes')
        await parent.call('moveOrEditQuest', { questId }, { completedDate: dayFromNow(), completingMemberId: memberId })
        await parent.call('addReward', { familyId }, { title: 'Ice cream' })
        await parent.call('setPin', { memberId }, { pin: '2468' })
      }),
    )
    for (const [index, { parent, familyId }] of [berg, holm].entries()) {
      const news = screens[index]?.news ?? assert.fail()
      const heard: string[] = []
      while (heard.length < 6) heard.push(JSON.stringify(eventOf(await news.take())))
      assert.deepEqual(news.rest(), [])
      const own = [
        await parent.call('members', { familyId }),
        await parent.call('quests', { familyId }),
        await parent.call('columns', { familyId }),
        await parent.call('rewards', { familyId }),
      ]
      const ids = new Set([
        familyId,
        ...own.flat().map(({ id }) => id),
        ...(await parent.call('gemEntries', { memberId: own[0]?.[0]?.id ?? '' })).map(({ id }) => id),
      ])
      for (const text of heard) for (const [id] of text.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)) assert.ok(ids.has(id), `${id} in ${text}`)
    }
  } finally {
    for (const screen of screens) await screen.close()
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
    const heard: FamilyEvent[] = []
    while (heard.length < moves.length) heard.push(eventOf(await kitchen.news.take()))
    assert.deepEqual(
      heard,
      answers.toSorted((a, b) => a.version - b.version).map((quest) => ({ type: 'quest.saved', quest, revision: quest.version })),
    )
  } finally {
    await kitchen.close()
  }
})

story('No device speaks as the database: not over the socket, not over HTTP, not with a token of the family', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const { kid } = await kidOf(stack, family)
  const access = await kid.call('realtimeAccess', {})
  const dishes = await family.addQuest('Dishes')
  const kitchen = await openScreen(stack, await parent.call('realtimeAccess', {}))
  const devices = await openScreen(stack, access, access.devicesTopic)
  const lifting = await openScreen(stack, access, access.devicesTopic)
  const tablet = await openScreen(stack, access)
  try {
    const forged = { revision: Number.MAX_SAFE_INTEGER, quest: { ...dishes, title: 'Forged', version: Number.MAX_SAFE_INTEGER } }
    await tablet.send('quest.saved', forged)
    await tablet.send('family.deleted', { revision: Number.MAX_SAFE_INTEGER, familyId })
    await lifting.send('quest.saved', forged)
    for (const bearer of [access.token, access.publishableKey]) {
      const response = await fetch(`${stack.url}${access.url}/api/broadcast`, {
        method: 'POST',
        headers: { apikey: access.publishableKey, authorization: `Bearer ${bearer}` },
        body: JSON.stringify({
          messages: [access.topic, access.devicesTopic].map((topic) => ({ topic, event: 'quest.saved', payload: forged, private: true })),
        }),
      })
      await response.body?.cancel()
      assert.equal(response.status, 501)
    }
    // A device is heard where devices speak, and what it says arrives there alone.
    assert.equal((await devices.news.take()).event, 'quest.saved')
    const renamed = await parent.call('moveOrEditQuest', { questId: dishes.id }, { title: 'All the dishes' })
    assert.deepEqual(eventOf(await kitchen.news.take()), { type: 'quest.saved', quest: renamed, revision: renamed.version })
    assert.deepEqual(kitchen.news.rest(), [])
    assert.deepEqual(devices.news.rest(), [])
  } finally {
    for (const screen of [kitchen, devices, lifting, tablet]) await screen.close()
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
