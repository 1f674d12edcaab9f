import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Day } from '../contract/days.ts'
import { FamilyEvent } from '../contract/events.ts'
import { MemberId, QuestId } from '../contract/ids.ts'
import { withCurrentColumns } from './quests.ts'
import { columnsInOrder } from './columns.ts'
import { applyEvent, emptyFamilyState, isImplausibleRevision, isGap, withCompletions } from './family-state.ts'
import type { FamilyState } from './family-state.ts'
import { aColumn, aQuest, dayIn, uuid } from '#testing/builders.ts'

const questId = (number: number) => QuestId.parse(uuid(1, number))

function questAt(number: number, revision: number): object {
  // Every other one was moved to the last column by hand, and stays there until the next day.
  const moved = revision % 2 === 0 ? { finishedAt: '2026-11-21T08:00:00Z' } : {}
  return aQuest({ id: questId(number), title: `Quest ${number} at ${revision}`, recurring: 'daily', ...moved })
}
const questSaved = (number: number, revision: number) => saved('quest', revision, questAt(number, revision))
const questsSaved = (numbers: readonly number[], revision: number) =>
  FamilyEvent.parse({
    type: 'quests.saved',
    revision,
    quests: numbers.map((number) => ({ ...questAt(number, revision), version: revision })),
  })
const saved = (noun: string, revision: number, entity: object) =>
  FamilyEvent.parse({ type: `${noun}.saved`, revision, [noun]: { ...entity, version: revision } })
const columnSaved = (number: number, revision: number) =>
  saved('column', revision, aColumn(number, { title: `Column at ${revision}` }))
const columnsOrdered = (numbers: readonly number[], revision: number) =>
  FamilyEvent.parse({
    type: 'columns.ordered',
    revision,
    columns: numbers.map((number, position) => ({
      ...aColumn(number, { title: `Column at ${revision}` }),
      position,
      version: revision,
    })),
  })
function memberSaved(number: number, revision: number): FamilyEvent {
  const look = { displayName: `Member at ${revision}`, avatarSeed: 'default', userProfileImageUrl: null }
  return saved('member', revision, { id: uuid(3, number), ...look, role: 'kid', hasPin: false })
}
const rewardSaved = (number: number, revision: number) =>
  saved('reward', revision, {
    id: uuid(4, number),
    title: `Reward at ${revision}`,
    icon: '🎁',
    gemCost: 10,
    isActive: 1,
  })
function redemptionSaved(number: number, revision: number): FamilyEvent {
  const wish = {
    rewardId: null,
    memberId: uuid(3, number),
    title: `Redemption at ${revision}`,
    icon: '🎁',
    gemCost: 10,
  }
  return saved('redemption', revision, {
    id: uuid(5, number),
    ...wish,
    status: 'reserved',
    createdAt: '2026-11-21T07:00:00Z',
    decidedAt: null,
  })
}
const completion = (number: number, revision: number, isDone: boolean) =>
  FamilyEvent.parse({
    type: isDone ? 'completion.saved' : 'completion.deleted',
    revision,
    completion: { questId: questId(number), memberId: uuid(3, number), completedDate: '2026-11-21' },
  })
const gemsChanged = (number: number, revision: number) =>
  FamilyEvent.parse({
    type: 'gems.changed',
    revision,
    balance: revision * 10,
    entry: {
      id: uuid(6, revision),
      memberId: uuid(3, number),
      amount: 10,
      reason: 'completion',
      title: 'Dishes',
      icon: '🧹',
      createdAt: `2026-11-21T07:00:${String(revision).padStart(2, '0')}Z`,
    },
  })
const deleted = (kind: 'quest' | 'column' | 'member' | 'reward', number: number, revision: number) =>
  FamilyEvent.parse({
    type: `${kind}.deleted`,
    revision,
    [`${kind}Id`]: uuid({ quest: 1, column: 2, member: 3, reward: 4 }[kind], number),
  })

const applied = (events: readonly FamilyEvent[], state: FamilyState = emptyFamilyState) =>
  events.reduce(applyEvent, state)

/** Returns the parts of a state that screens show: sorted lists, without revisions. */
function sorted(state: FamilyState): Omit<FamilyState, 'tombstones' | 'readAt' | 'family'> {
  const inOrder = <T>(list: readonly T[]) => list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  // The entries are already in order: newest first.
  const { columns, quests, members, rewards, redemptions, completions, balances, entries } = state
  return {
    ...{
      columns: inOrder(columns),
      quests: inOrder(quests),
      members: inOrder(members),
      completions: inOrder(completions),
    },
    ...{ rewards: inOrder(rewards), redemptions: inOrder(redemptions), balances, entries },
  }
}

type Thing = 'quest' | 'quests' | 'column' | 'order' | 'member' | 'reward' | 'redemption' | 'completion' | 'gems'
const things: Thing[] = [
  'quests',
  'quest',
  'quest',
  'column',
  'order',
  'member',
  'reward',
  'redemption',
  'completion',
  'completion',
  'gems',
  'gems',
]

/**
 * A family's history: each change has the next revision, as the database counts. A deleted entity
 * stays deleted and changes no more.
 */
const history = fc
  .array(fc.record({ what: fc.constantFrom(...things), number: fc.integer({ min: 1, max: 3 }), goes: fc.boolean() }), {
    maxLength: 24,
  })
  .map((steps) => {
    const gone = new Set<string>()
    const events: FamilyEvent[] = []
    for (const { what, number, goes } of steps) {
      const needs = {
        quest: ['quest'],
        column: ['column'],
        order: [],
        quests: [],
        reward: ['reward'],
        completion: ['quest', 'member'],
      }[what as string] ?? ['member']
      if (needs.some((kind) => gone.has(`${kind} ${number}`))) continue
      const event = changeOf(what, number, events.length + 1, goes, (kind) => [
        ...new Set([number, 4 - number].filter((other) => !gone.has(`${kind} ${other}`))),
      ])
      if (event.type.endsWith('.deleted') && what !== 'completion') gone.add(`${what} ${number}`)
      events.push(event)
    }
    return events
  })

function changeOf(
  what: Thing,
  number: number,
  revision: number,
  goes: boolean,
  numbersOf: (kind: 'quest' | 'column') => number[],
): FamilyEvent {
  switch (what) {
    case 'quests':
      return questsSaved(numbersOf('quest'), revision)
    case 'order':
      return columnsOrdered(numbersOf('column'), revision)
    case 'quest':
      return goes ? deleted('quest', number, revision) : questSaved(number, revision)
    case 'column':
      return goes ? deleted('column', number, revision) : columnSaved(number, revision)
    case 'member':
      return goes ? deleted('member', number, revision) : memberSaved(number, revision)
    case 'reward':
      return goes ? deleted('reward', number, revision) : rewardSaved(number, revision)
    case 'redemption':
      return redemptionSaved(number, revision)
    case 'completion':
      return completion(number, revision, !goes)
    case 'gems':
      return gemsChanged(number, revision)
  }
}

describe('an event', () => {
  test('in any order, late and doubled, ends in the same state', () => {
    const shuffled = history.chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 10 }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([events, otherOrder, doubled]) => {
        const late = doubled.flatMap((index) => otherOrder[index % Math.max(otherOrder.length, 1)] ?? [])
        const [here, there] = [sorted(applied([...otherOrder, ...late])), sorted(applied(events))]
        expect(here).toEqual(there)
        // Also at midnight, without any event: each quest is in the same column on every screen.
        for (const today of ['2026-11-21', '2026-11-22'].map((text) => Day.parse(text))) {
          const standing = ({ quests, columns, completions }: typeof here) =>
            withCurrentColumns(quests, completions, { columns, today, dayOf: dayIn('UTC') })
          expect(standing(here)).toEqual(standing(there))
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('that comes twice changes nothing at all, so that nothing is rendered again', () => {
    fc.assert(
      fc.property(history, (events) => {
        const state = applied(events)
        for (const event of events) expect(applyEvent(state, event)).toBe(state)
      }),
    )
  })

  test('of one card leaves the other lists as they are', () => {
    const before = applied([columnSaved(1, 1), memberSaved(1, 2), questSaved(1, 3)])
    const after = applyEvent(before, questSaved(1, 4))
    expect(after.columns).toBe(before.columns)
    expect(after.members).toBe(before.members)
    expect(after.quests.map((quest) => quest.title)).toEqual(['Quest 1 at 4'])
  })

  test('of an order puts every column in its place, and brings back none that is gone', () => {
    const before = applied([columnSaved(1, 1), columnSaved(2, 2), columnSaved(3, 3)])
    const ordered = columnsOrdered([3, 1, 2], 4)
    const places = ({ columns }: FamilyState) => columnsInOrder(columns).map(({ id }) => id)
    expect(places(applyEvent(before, ordered))).toEqual([uuid(2, 3), uuid(2, 1), uuid(2, 2)])
    expect(places(applied([deleted('column', 1, 5), ordered, columnSaved(2, 2)], before))).toEqual([
      uuid(2, 3),
      uuid(2, 2),
    ])
  })

  test('of a deleted card never brings an older copy back, whatever comes first', () => {
    const [saved, gone] = [questSaved(1, 4), deleted('quest', 1, 5)]
    expect(applied([saved, gone]).quests).toEqual([])
    expect(applied([gone, saved]).quests).toEqual([])
    expect(applied([gone, saved, saved, gone]).quests).toEqual([])
  })

  test('of a card keeps its place among the others', () => {
    const board = applied([questSaved(1, 1), questSaved(2, 2), questSaved(3, 3), questSaved(2, 4)])
    expect(board.quests.map((quest) => quest.id)).toEqual([1, 2, 3].map(questId))
  })

  test('of a quest or a member that goes takes along what was theirs', () => {
    const before = applied([
      questSaved(1, 1),
      memberSaved(1, 2),
      completion(1, 3, true),
      gemsChanged(1, 4),
      redemptionSaved(1, 5),
      gemsChanged(2, 6),
    ])
    expect(applyEvent(before, deleted('quest', 1, 7))).toMatchObject({
      quests: [],
      completions: [],
      balances: { [uuid(3, 1)]: 40 },
    })
    const after = applyEvent(before, deleted('member', 1, 7))
    expect(after).toMatchObject({ members: [], completions: [], redemptions: [], balances: { [uuid(3, 2)]: 60 } })
    expect(after.entries.map(({ memberId }) => memberId)).toEqual([uuid(3, 2)])
  })

  test('of an undone completion outlives the event of the completion that came late', () => {
    expect(applied([completion(1, 4, true)]).completions).toHaveLength(1)
    expect(applied([completion(1, 5, false), completion(1, 4, true)]).completions).toEqual([])
    expect(applied([completion(1, 5, false), completion(1, 6, true)]).completions).toHaveLength(1)
  })

  test('of gems shows the newest balance and the newest line first', () => {
    const state = applied([gemsChanged(1, 2), gemsChanged(1, 3), gemsChanged(1, 1)])
    expect(state.balances).toEqual({ [uuid(3, 1)]: 30 })
    expect(state.entries.map(({ id }) => id)).toEqual([3, 2, 1].map((revision) => uuid(6, revision)))
  })
})

describe('a list of completions that was read', () => {
  const range = { startDate: Day.parse('2026-11-18'), endDate: Day.parse('2026-11-24') }
  const one = { questId: questId(1), memberId: MemberId.parse(uuid(3, 1)), completedDate: Day.parse('2026-11-21') }

  test('keeps what events changed after it, also a completion that was undone', () => {
    expect(withCompletions(applied([completion(1, 5, true)]), [], 4, range).completions).toEqual([one])
    expect(withCompletions(applied([completion(1, 5, false)]), [one], 4, range).completions).toEqual([])
    expect(withCompletions(applied([questSaved(1, 3), deleted('quest', 1, 5)]), [one], 4, range).completions).toEqual(
      [],
    )
  })

  test('is not undone by an event that is older, and comes late', () => {
    const read = withCompletions(emptyFamilyState, [], 6, range)
    expect(applyEvent(read, completion(1, 5, true)).completions).toEqual([])
    expect(applyEvent(read, completion(1, 7, true)).completions).toEqual([one])
  })
})

test('An event is missing when a revision was skipped, not when it is late or the next', () => {
  expect([isGap(4, 3), isGap(4, 4), isGap(4, 5), isGap(4, 6), isGap(0, 1), isGap(0, 2)]).toEqual([
    false,
    false,
    false,
    true,
    false,
    true,
  ])
})

test('A revision that no family reaches is far ahead, what a device slept through is not', () => {
  const highest = Number.MAX_SAFE_INTEGER
  expect([
    isImplausibleRevision(0, 1),
    isImplausibleRevision(0, 100_000),
    isImplausibleRevision(7, highest),
    isImplausibleRevision(highest, highest),
  ]).toEqual([false, false, true, false])
})
