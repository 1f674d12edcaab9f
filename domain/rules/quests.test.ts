import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ColumnId, MemberId } from '../contract/ids.ts'
import { QuestCompletion } from '../contract/completions.ts'
import { Day } from '../contract/days.ts'
import { dueDayOf, scheduleOf } from './due-days.ts'
import { currentColumnId, doneSince, isArchived, questsInOrder, withCurrentColumns } from './quests.ts'
import { aColumn, aQuest, clockIn, uuid } from '#testing/builders.ts'
import { questCases } from '#testing/quest-cases.ts'

describe('a daily or weekly quest', () => {
  const columns = [1, 2, 3, 4].map((number) => aColumn(number, { isSomeday: number === 1 }))
  const [, todo, , done] = columns.map(({ id }) => id) as [ColumnId, ColumnId, ColumnId, ColumnId]
  const day = (text: string) => Day.parse(text)
  const today = day('2026-11-21')
  const placing = { columns, today, ...clockIn('Europe/Berlin') }
  const bed = aQuest({ recurring: 'daily', columnId: todo })
  const record = { finishedAt: '2026-11-21T08:00:00Z', finishedBy: MemberId.parse(uuid(3, 1)) }
  const did = (completedDate: string, quest = bed) =>
    QuestCompletion.parse({ questId: quest.id, memberId: uuid(3, 1), completedDate })

  test.each(questCases)('$says', ({ zone, weekStartsOn, quest, columns, completions, stands, counts }) => {
    const clock = clockIn(zone, weekStartsOn)
    const columnOn = (today: Day) => currentColumnId(quest, completions, { columns, today, ...clock })
    expect(stands.map(([today]) => [today, columnOn(today)])).toEqual(stands)
    expect(counts.map(([day]) => [day, dueDayOf(scheduleOf(quest, clock.dayOf), day) ?? ''])).toEqual(counts)
  })

  test('of which a completion was taken away is at home, whatever the server said before', () => {
    const finished = { ...bed, ...record, columnId: done, homeColumnId: todo }
    expect(withCurrentColumns([finished], [], placing)[0]?.columnId).toBe(todo)
    // The completions are not loaded yet.
    expect(withCurrentColumns([finished], undefined, placing)[0]).toBe(finished)
  })

  test('is the same object each time it is asked for, and those that stay are themselves', () => {
    const dishes = aQuest({ id: uuid(1, 2), title: 'Plants' })
    const finished = { ...bed, ...record }
    const standing = withCurrentColumns([finished, dishes], [did('2026-11-21')], placing)
    expect(standing).toEqual([{ ...finished, columnId: done, homeColumnId: todo }, dishes])
    expect(withCurrentColumns([finished, dishes], [did('2026-11-21')], placing)[0]).toBe(standing[0])
    expect(standing[1]).toBe(dishes)
    expect(withCurrentColumns([bed], [], placing)[0]).toBe(bed)
  })
})

const since = doneSince(Day.parse('2026-11-24'))

test('a finished once-quest stands in the last column for fourteen days', () => {
  expect(since).toBe('2026-11-10')
  expect(isArchived(aQuest({ finishedAt: '2026-11-10T00:00:00+00:00' }), since)).toBe(false)
  expect(isArchived(aQuest({ finishedAt: '2026-11-09T23:59:59.999+00:00' }), since)).toBe(true)
  // The day is one of UTC, however the moment is written.
  expect(isArchived(aQuest({ finishedAt: '2026-11-10T01:00:00+02:00' }), since)).toBe(true)
})

test('one that is not finished stays', () =>
  expect(isArchived(aQuest({ createdAt: '2026-10-01T08:00:00Z' }), since)).toBe(false))

test.each(['daily', 'weekly'])('a %s quest stays', (recurring) => {
  expect(isArchived(aQuest({ recurring, finishedAt: '2025-01-01T00:00:00Z' }), since)).toBe(false)
})

test('what was finished last is on top, whatever order it comes in', () => {
  const moments = fc.array(
    fc.record({ finishedAt: fc.option(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })) }),
    { maxLength: 12 },
  )
  const lists = moments.map((list) =>
    list.map(({ finishedAt }, number) =>
      aQuest({ id: uuid(1, number), finishedAt: finishedAt?.toISOString() ?? null }),
    ),
  )
  const shuffled = lists.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  )
  fc.assert(
    fc.property(shuffled, ([quests, otherOrder]) => {
      const sorted = questsInOrder(quests, 'done')
      expect(questsInOrder(otherOrder, 'done')).toEqual(sorted)
      for (const [place, quest] of sorted.entries()) {
        const above = sorted[place - 1]
        if (above)
          expect(Date.parse(above.finishedAt ?? above.createdAt)).toBeGreaterThanOrEqual(
            Date.parse(quest.finishedAt ?? quest.createdAt),
          )
      }
    }),
  )
})
