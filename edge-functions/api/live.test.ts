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
  "Changes of the family are heard on Mia's tablet as the API answered them, a burst in the order in which it decided",
  async (stack) => {
    const family = await newFamily(stack)
    const { parent } = family
    const { kid, memberId } = await kidOf(stack, family)
    await using tablet = await openScreen(stack, await kid.call('realtimeAccess', {}))
    assert.equal(tablet.joined, 'SUBSCRIBED')
    const teeth = await family.addQuest('Teeth "and" 🧽', { assigneeIds: [memberId], recurring: 'daily' })
    assert.deepEqual(eventOf(await tablet.news.take()), parent.events[0])
    const completion = { completedDate: dayFromNow(), completingMemberId: memberId }
    await parent.call('moveOrEditQuest', { questId: teeth.id }, completion)
    const answered = parent.events
    assert.deepEqual(
      answered.map(({ type }) => type),
      ['completion.saved', 'gems.changed', 'quest.saved'],
    )
    for (const event of answered) assert.deepEqual(eventOf(await tablet.news.take()), event)
    // Sent again it announces nothing.
    await parent.call('moveOrEditQuest', { questId: teeth.id }, completion)
    assert.deepEqual(parent.events, [])

    const { id: questId } = await family.addQuest('Dishes')
    await tablet.news.take()
    // As many as an account may have waiting.
    const moves = Array.from({ length: 16 }, (_, index) => family.columns[index % 3]?.id)
    const answers = await Promise.all(
      moves.map((columnId) => parent.call('moveOrEditQuest', { questId }, { columnId })),
    )
    const heard: FamilyEvent[] = []
    while (heard.length < moves.length) heard.push(eventOf(await tablet.news.take()))
    const inOrder = answers.toSorted((a, b) => a.version - b.version)
    assert.deepEqual(
      heard,
      inOrder.map((quest) => ({ type: 'quest.saved', quest, revision: quest.version })),
    )
    assert.deepEqual(tablet.news.rest(), [])
  },
)
