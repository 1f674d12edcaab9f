import assert from 'node:assert/strict'
import { FamilyEvent } from '../../domain/contract/events.ts'
import { openScreen } from '../../testing/realtime/screen.ts'
import type { HeardBroadcast } from '../../testing/realtime/screen.ts'
import { kidOf, newFamily } from '../../testing/family.ts'
import { dayFromNow } from '../../testing/builders.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

/** Parses an event by the contract; fails on a field that the contract does not have. */
function eventOf({ event, payload }: HeardBroadcast): FamilyEvent {
  const { id, ...sent } = payload
  assert.equal(typeof id, 'string')
  const read = FamilyEvent.parse({ type: event, ...sent })
  assert.deepEqual(read, { type: event, ...sent })
  return read
}

story(
  'Changes of the family are heard in the kitchen as the API answered them, in the order of the decisions',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId } = family
    await using kitchen = await openScreen(stack, await parent.call('realtimeAccess', {}))
    assert.equal(kitchen.joined, 'SUBSCRIBED')
    let revision = 5
    const heard = async (...expected: Record<string, unknown>[]) => {
      const events = expected.map((news) => ({ ...news, revision: ++revision }))
      for (const event of events) assert.deepEqual(eventOf(await kitchen.news.take()), event)
      assert.deepEqual(parent.events, events, 'the answer came with the same')
    }
    const garden = await parent.call('addColumn', { familyId }, { title: 'Garden', emoji: '🌱' })
    await heard({ type: 'column.saved', column: garden })
    await parent.call('deleteColumn', { columnId: garden.id })
    await heard({ type: 'column.deleted', columnId: garden.id })
    const mia = await family.addMember('Mia')
    await heard({ type: 'member.saved', member: mia })
    const memberId = mia.id
    const bergs = await parent.call('editFamily', { familyId }, { rewardMode: 'ask' })
    await heard({ type: 'family.saved', family: bergs })
    const more = { description: 'With "quotes" and 🧽', gemValue: 30, assigneeIds: [memberId], recurring: 'daily' }
    const teeth = await family.addQuest('Teeth', more)
    await heard({ type: 'quest.saved', quest: teeth })

    const completion = { questId: teeth.id, completedDate: dayFromNow(), memberId }
    const complete = () =>
      parent.call(
        'moveOrEditQuest',
        { questId: teeth.id },
        { completedDate: completion.completedDate, completingMemberId: memberId },
      )
    const newestEntry = async () => (await parent.call('gemEntries', { memberId }))[0]
    const { completed, ...done } = await complete()
    await heard(
      { type: 'completion.saved', completion: completed?.completion },
      { type: 'gems.changed', balance: 30, entry: await newestEntry() },
      { type: 'quest.saved', quest: done },
    )
    // Sent again it announces nothing.
    await complete()
    assert.deepEqual(parent.events, [])
    const reward = await parent.call('addReward', { familyId }, { title: 'Ice cream', gemCost: 20 })
    await heard({ type: 'reward.saved', reward })
    const wish = { redemptionId: crypto.randomUUID(), memberId }
    const reserved = await parent.call('redeemReward', { rewardId: reward.id }, wish)
    await heard(
      { type: 'redemption.saved', redemption: reserved },
      { type: 'gems.changed', balance: 10, entry: await newestEntry() },
    )
    await parent.call('editReward', { rewardId: reward.id }, { isActive: 0, title: 'A surprise' })
    await heard({ type: 'reward.hidden', rewardId: reward.id })
    await parent.call('deleteReward', { rewardId: reward.id })
    // The redemption lost its reward, and its event says so.
    const [kept] = await parent.call('redemptions', { familyId })
    await heard({ type: 'reward.deleted', rewardId: reward.id }, { type: 'redemption.saved', redemption: kept })
    const leo = await family.addMember('Leo')
    await heard({ type: 'member.saved', member: leo })
    const books = await family.addQuest('Books', { assigneeIds: [leo.id] })
    await heard({ type: 'quest.saved', quest: books })
    await parent.call('removeMember', { memberId: leo.id })
    const inherited = (await parent.call('quests', { familyId })).find(({ id }) => id === books.id)
    await heard({ type: 'quests.saved', quests: [inherited] }, { type: 'member.deleted', memberId: leo.id })
    assert.deepEqual(kitchen.news.rest(), [])
  },
)

story('A burst of moves arrives whole and in the order in which the API decided it', async (stack) => {
  const family = await newFamily(stack)
  const { parent } = family
  const dishes = await family.addQuest('Dishes')
  await using kitchen = await openScreen(stack, await parent.call('realtimeAccess', {}))
  // As many as an account may have waiting.
  const moves = Array.from({ length: 16 }, (_, index) => family.columns[index % 4]?.id)
  const answers = await Promise.all(
    moves.map((columnId) => parent.call('moveOrEditQuest', { questId: dishes.id }, { columnId })),
  )
  const heard: FamilyEvent[] = []
  while (heard.length < moves.length) heard.push(eventOf(await kitchen.news.take()))
  const inOrder = answers.toSorted((a, b) => a.version - b.version)
  assert.deepEqual(
    heard,
    inOrder.map((quest, index) => ({ type: 'quest.saved', quest, revision: dishes.version + 1 + index })),
  )
  assert.deepEqual(await parent.call('quests', { familyId: family.familyId }), [inOrder.at(-1)])
})

story(
  'No device speaks as the database: not over the socket, not over HTTP, not with a token of the family',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId } = family
    const { kid } = await kidOf(stack, family)
    const access = await kid.call('realtimeAccess', {})
    const dishes = await family.addQuest('Dishes')
    await using kitchen = await openScreen(stack, await parent.call('realtimeAccess', {}))
    await using devices = await openScreen(stack, access, access.devicesTopic)
    await using lifting = await openScreen(stack, access, access.devicesTopic)
    await using tablet = await openScreen(stack, access)
    const forged = {
      revision: Number.MAX_SAFE_INTEGER,
      quest: { ...dishes, title: 'Forged', version: Number.MAX_SAFE_INTEGER },
    }
    await tablet.send('quest.saved', forged)
    await tablet.send('family.deleted', { revision: Number.MAX_SAFE_INTEGER, familyId })
    await lifting.send('quest.saved', forged)
    for (const bearer of [access.token, access.publishableKey]) {
      const response = await fetch(`${stack.url}${access.url}/api/broadcast`, {
        method: 'POST',
        headers: { apikey: access.publishableKey, authorization: `Bearer ${bearer}` },
        body: JSON.stringify({
          messages: [access.topic, access.devicesTopic].map((topic) => ({
            topic,
            event: 'quest.saved',
            payload: forged,
            private: true,
          })),
        }),
      })
      await response.body?.cancel()
      assert.equal(response.status, 501)
    }
    // A device can send on the devices' topic, and its messages arrive only there.
    assert.equal((await devices.news.take()).event, 'quest.saved')
    const renamed = await parent.call('moveOrEditQuest', { questId: dishes.id }, { title: 'All the dishes' })
    assert.deepEqual(eventOf(await kitchen.news.take()), {
      type: 'quest.saved',
      quest: renamed,
      revision: renamed.version,
    })
    assert.deepEqual(kitchen.news.rest(), [])
    assert.deepEqual(devices.news.rest(), [])
  },
)

story("Mia's tablet receives her family's events; a stranger and a visitor receive none", async (stack) => {
  const family = await newFamily(stack)
  const { kid } = await kidOf(stack, family)
  const stranger = await newFamily(stack, 'Holm')
  const strangersAccess = await stranger.parent.call('realtimeAccess', {})
  const visitorsAccess = { ...strangersAccess, token: strangersAccess.publishableKey }
  const topic = `family:${family.familyId}`
  await using tablet = await openScreen(stack, await kid.call('realtimeAccess', {}))
  await using strangers = await openScreen(stack, strangersAccess, topic)
  await using visitors = await openScreen(stack, visitorsAccess, topic)
  assert.deepEqual([tablet.joined, strangers.joined, visitors.joined], ['SUBSCRIBED', 'CHANNEL_ERROR', 'CHANNEL_ERROR'])
  const dishes = await family.addQuest('Dishes')
  assert.deepEqual(eventOf(await tablet.news.take()), { type: 'quest.saved', quest: dishes, revision: dishes.version })
  assert.deepEqual([strangers.news.rest(), visitors.news.rest()], [[], []])
})
