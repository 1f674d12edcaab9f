import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Day } from '../contract/days.ts'
import { FamilyEvent } from '../contract/events.ts'
import { Family } from '../contract/families.ts'
import type { ReadFamily } from '../contract/family-state.ts'
import { FamilyMember } from '../contract/members.ts'
import { MemberId, QuestId } from '../contract/ids.ts'
import { withCurrentColumns } from './quests.ts'
import { columnsInOrder } from './columns.ts'
import { applyEvent, emptyFamilyState, isBehind, isImplausibleRevision, withRead } from './family-state.ts'
import type { FamilyState } from './family-state.ts'
import { aColumn, aMember, aQuest, dayIn, uuid } from '#testing/builders.ts'

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
    earned: [{ month: '2026-11-01', gems: revision * 10 }],
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
const absenceSaved = (number: number, revision: number) =>
  saved('absence', revision, {
    ...{ id: uuid(8, number), memberId: null, questId: null, reason: null },
    ...{ startsOn: '2026-11-20', endsOn: `2026-11-${20 + (revision % 10)}` },
  })
const deleted = (kind: 'quest' | 'column' | 'member' | 'reward' | 'absence', number: number, revision: number) =>
  FamilyEvent.parse({
    type: `${kind}.deleted`,
    revision,
    [`${kind}Id`]: uuid({ quest: 1, column: 2, member: 3, reward: 4, absence: 8 }[kind], number),
  })

const applied = (events: readonly FamilyEvent[], state: FamilyState = emptyFamilyState) =>
  events.reduce(applyEvent, state)

const family = { id: uuid(7, 1), name: 'Bergs', rewardMode: 'spend', practiceGems: 0, timeZone: 'UTC', weekStartsOn: 1 }
const days = { startDate: Day.parse('2026-11-18'), endDate: Day.parse('2026-11-24') }
const [anna, mia] = [MemberId.parse(uuid(3, 1)), MemberId.parse(uuid(3, 2))]

/** Reads a whole state at `revision`, for that member. */
const readOf = (state: FamilyState, revision: number, actingMember = anna): ReadFamily => ({
  ...{ revision, seat: 's', days, balances: state.balances, earned: { ...state.earned } as ReadFamily['earned'] },
  family: Family.parse({ ...family, revision }),
  membership: { id: anna, role: 'parent', activeMemberId: actingMember },
  ...{ columns: [...state.columns], members: [...state.members], quests: [...state.quests] },
  absences: [...state.absences],
  ...{ rewards: [...state.rewards], redemptions: [...state.redemptions], completions: [...state.completions] },
})

/** Returns the parts of a state that screens show: sorted lists, without revisions. */
function sorted(state: FamilyState): Omit<FamilyState, 'tombstones' | 'readAt' | 'family'> {
  const inOrder = <T>(list: readonly T[]) => list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  // The entries are already in order: newest first.
  const { columns, quests, members, rewards, redemptions, completions, absences, balances, earned, entries } = state
  return {
    ...{
      columns: inOrder(columns),
      quests: inOrder(quests),
      members: inOrder(members),
      completions: inOrder(completions),
      absences: inOrder(absences),
    },
    ...{ rewards: inOrder(rewards), redemptions: inOrder(redemptions), balances, earned, entries },
  }
}

type Thing =
  | 'quest'
  | 'quests'
  | 'column'
  | 'order'
  | 'member'
  | 'reward'
  | 'redemption'
  | 'completion'
  | 'absence'
  | 'gems'
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
  'absence',
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
        absence: ['absence'],
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
    case 'absence':
      return goes ? deleted('absence', number, revision) : absenceSaved(number, revision)
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
            withCurrentColumns(quests, completions, { columns, today, dayOf: dayIn('UTC'), weekStartsOn: 1 })
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
    expect(Object.keys(after.earned)).toEqual([uuid(3, 2)])
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

describe('a read of the whole family', () => {
  /** What reaches a device: an event, some doubled and some lost, or a read at a revision, perhaps for another member. */
  type Arrival = { event: number } | { read: number; isOther: boolean }
  const journeys = history.chain((events) =>
    fc.tuple(
      fc.constant(events),
      fc.array(
        fc.oneof(
          { weight: 3, arbitrary: fc.record({ event: fc.nat(events.length) }) },
          { weight: 1, arbitrary: fc.record({ read: fc.nat(events.length), isOther: fc.boolean() }) },
        ) as fc.Arbitrary<Arrival>,
        { maxLength: 40 },
      ),
      fc.nat(events.length),
    ),
  )

  test('ends in the state of the server, whatever came late, doubled, lost, in another order or for another member', () => {
    // No read brings entries, and each brings the balances of its members.
    const whole = (state: FamilyState) => ({
      ...{ ...sorted(state), entries: [] },
      balances: state.members.map(({ id }) => [id, state.balances[id] ?? 0]).toSorted(),
    })
    fc.assert(
      fc.property(journeys, ([events, arrivals, first]) => {
        const server = (revision: number) => applied(events.slice(0, revision))
        const here = arrivals.reduce(
          (state, arrival) => {
            if ('event' in arrival) return events.slice(arrival.event, arrival.event + 1).reduce(applyEvent, state)
            // Another member does not see all rewards.
            const seen = arrival.isOther ? { ...server(arrival.read), rewards: [] } : server(arrival.read)
            return withRead(state, readOf(seen, arrival.read, arrival.isOther ? mia : anna), anna)
          },
          withRead(emptyFamilyState, readOf(server(first), first), anna),
        )
        const there = server(events.length)
        // What the server would call unchanged is complete.
        if (!isBehind(here, events.length)) expect(whole(here)).toEqual(whole(there))
        const last = withRead(here, readOf(there, events.length), anna)
        expect(whole(last)).toEqual(whole(there))
        expect(isBehind(last, events.length)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('that says nothing new renders no list again', () => {
    const state = applied([
      columnSaved(1, 1),
      memberSaved(1, 2),
      questSaved(1, 3),
      completion(1, 4, true),
      gemsChanged(1, 5),
    ])
    const before = withRead(state, readOf(state, 5), anna)
    const after = withRead(before, readOf(state, 5), anna)
    for (const key of ['columns', 'members', 'quests', 'completions', 'balances', 'earned'] as const)
      expect(after[key]).toBe(before[key])
  })

  test('is missing where an event was skipped, not where one is late or the next', () => {
    const read = withRead(emptyFamilyState, readOf(emptyFamilyState, 4), anna)
    const after = (...revisions: number[]) => {
      const state = applied(
        revisions.map((revision) => questSaved(1, revision)),
        read,
      )
      return isBehind(state, Math.max(...revisions))
    }
    expect([after(3), after(4), after(5), after(6), after(5, 6), after(6, 5)]).toEqual([
      false,
      false,
      false,
      true,
      false,
      true,
    ])
  })

  test("is missing where a reward was hidden whose fields a parent's device lacks; a kid's lacks nothing", () => {
    const hidden = FamilyEvent.parse({ type: 'reward.hidden', revision: 5, rewardId: uuid(4, 1) })
    const seenBy = (role: 'parent' | 'kid') => {
      const members = [FamilyMember.parse({ ...aMember(1, 'Anna'), role })]
      return withRead(emptyFamilyState, readOf({ ...emptyFamilyState, members }, 4), anna)
    }
    expect(isBehind(applied([hidden], seenBy('parent')), 5)).toBe(true)
    expect(isBehind(applied([rewardSaved(1, 5), hidden], seenBy('parent')), 5)).toBe(false)
    expect(isBehind(applied([hidden], seenBy('kid')), 5)).toBe(false)
  })
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
