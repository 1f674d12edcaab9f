import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Day } from '../contract/days.ts'
import { GemEntry, GemReason } from '../contract/gems.ts'
import { dayOfZone } from './days.ts'
import { entriesByDay, gemsToGoal, jarOf, sumByDay, sumByWeek, sumEntries } from './gems.ts'

const dayIn = (timeZone: string) => (moment: string) => Day.parse(dayOfZone(timeZone)?.(new Date(moment)))
const berlin = dayIn('Europe/Berlin')
const today = Day.parse('2026-11-21')

function line(
  createdAt: string,
  amount: number,
  reason: GemReason = amount > 0 ? 'completion' : 'redemption',
): GemEntry {
  return GemEntry.parse({
    id: '00000000-0000-4000-8000-000000000002',
    memberId: '00000000-0000-4000-8000-000000000001',
    amount,
    reason,
    title: 'Dishes',
    icon: '🍽️',
    createdAt,
  })
}

test('a day has 25 hours when the clocks go back and 23 when they go forward, and stays one day', () => {
  // Berlin, 25 October 2026: from 22:00 the evening before until 23:00 in UTC.
  const long = ['2026-10-24T22:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T22:59:59Z']
  expect(long.map((moment) => berlin(moment))).toEqual(long.map(() => '2026-10-25'))
  expect(berlin('2026-10-24T21:59:59Z')).toBe('2026-10-24')
  // And 29 March 2026: from 23:00 until 22:00.
  expect(
    ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z'].map((moment) =>
      berlin(moment),
    ),
  ).toEqual(['2026-03-28', '2026-03-29', '2026-03-29', '2026-03-30'])
})

describe('the ledger', () => {
  test('is grouped by day and keeps its order', () => {
    const entries = [
      line('2026-11-21T08:00:00Z', 20),
      line('2026-11-20T23:10:00Z', 5),
      line('2026-11-20T22:50:00Z', -10),
      line('2026-11-01T10:00:00Z', 50),
    ]
    expect(entriesByDay(entries, berlin)).toEqual([
      { day: '2026-11-21', entries: entries.slice(0, 2) },
      { day: '2026-11-20', entries: entries.slice(2, 3) },
      { day: '2026-11-01', entries: entries.slice(3) },
    ])
    expect(entriesByDay([], berlin)).toEqual([])
  })

  test('sums up days, the silent ones too', () => {
    const entries = [
      line('2026-11-21T08:00:00Z', 20),
      line('2026-11-19T08:00:00Z', 30),
      line('2026-11-19T09:00:00Z', -12),
      line('2026-11-17T09:00:00Z', 99),
    ]
    expect(sumByDay(entries, today, 3, berlin)).toEqual([
      { day: '2026-11-19', earned: 30, spent: 12 },
      { day: '2026-11-20', earned: 0, spent: 0 },
      { day: '2026-11-21', earned: 20, spent: 0 },
    ])
    expect(sumByDay([], today, 28, berlin)).toHaveLength(28)
  })

  test('sums up weeks that end today, over the change of the clock', () => {
    const entries = [
      line('2026-10-31T22:59:00Z', 1),
      line('2026-10-25T00:30:00Z', 2),
      line('2026-10-24T22:00:00Z', 4),
      line('2026-10-24T21:59:00Z', 8),
    ]
    expect(sumByWeek(entries, Day.parse('2026-10-31'), 2, berlin)).toEqual([
      { from: '2026-10-18', to: '2026-10-24', earned: 8, spent: 0 },
      { from: '2026-10-25', to: '2026-10-31', earned: 7, spent: 0 },
    ])
  })

  test('of somebody who only spends has nothing earned', () => {
    const entries = [line('2026-11-21T08:00:00Z', -40), line('2026-11-21T09:00:00Z', -60)]
    expect(sumEntries(entries)).toEqual({ earned: 0, spent: 100 })
    expect(sumByWeek(entries, today, 4, berlin).map(({ earned, spent }) => [earned, spent])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 100],
    ])
  })

  test('counts what was taken back or given back as if it had not been', () => {
    const at = '2026-11-21T08:00:00Z'
    expect(sumEntries([line(at, 50), line(at, -50, 'undo'), line(at, 20)])).toEqual({ earned: 20, spent: 0 })
    expect(sumEntries([line(at, -40), line(at, 40, 'refund')])).toEqual({ earned: 0, spent: 0 })
    // Refunded or undone on a later day.
    expect(sumEntries([line(at, 40, 'refund')])).toEqual({ earned: 40, spent: 0 })
    expect(sumEntries([line(at, -50, 'undo'), line(at, 20)])).toEqual({ earned: 0, spent: 30 })
  })

  test('counts gems that a parent gave or took beside those of quests and rewards', () => {
    const at = '2026-11-21T08:00:00Z'
    expect(sumEntries([line(at, 50), line(at, -20, 'taken')])).toEqual({ earned: 50, spent: 20 })
    expect(sumEntries([line(at, 30, 'given'), line(at, -30, 'taken'), line(at, -10)])).toEqual({ earned: 0, spent: 10 })
  })

  test('adds up: earned less spent is what the balance changed by, by day and by week', () => {
    const entry = fc.record({
      createdAt: fc
        .date({ min: new Date('2026-10-25T00:00:00Z'), max: new Date('2026-11-21T20:00:00Z'), noInvalidDate: true })
        .map((date) => date.toISOString()),
      amount: fc.integer({ min: -500, max: 500 }),
      reason: fc.constantFrom(...GemReason.options),
    })
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 40 }),
        fc.constantFrom(berlin, dayIn('UTC'), dayIn('Asia/Kathmandu')),
        (drawn, dayOf) => {
          const entries = drawn.map(({ createdAt, amount, reason }) => line(createdAt, amount, reason))
          const change = entries.reduce((sum, { amount }) => sum + amount, 0)
          const net = (sums: readonly { earned: number; spent: number }[]) =>
            sums.reduce((sum, { earned, spent }) => sum + earned - spent, 0)
          expect(net(sumByDay(entries, Day.parse('2026-11-22'), 35, dayOf))).toBe(change)
          expect(net(sumByWeek(entries, Day.parse('2026-11-22'), 5, dayOf))).toBe(change)
        },
      ),
    )
  })
})

test.each([
  [0, 0, 0],
  [9, 0.018, 0],
  [10, 0.02, 1],
  [99, 0.198, 9],
  [100, 0.2, 10],
  [250, 0.5, 10],
  [500, 1, 10],
  [12_000, 1, 10],
])('%i gems fill the jar to %f and show %i of them', (balance, fill, icons) =>
  expect(jarOf(balance)).toEqual({ fill, icons }),
)

test.each([
  [0, 500],
  [45, 455],
  [500, 0],
  [600, 0],
])('%i gems are %i short of the goal', (balance, missing) => expect(gemsToGoal(balance)).toBe(missing))
