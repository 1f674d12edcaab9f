import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Day } from '../contract/days.ts'
import { MemberId } from '../contract/ids.ts'
import { completedBySomeoneElse, doneSince, isArchived, newestFirst } from './finished.ts'
import { aQuest, uuid } from '#testing/builders.ts'

const [lily, ben, zoe] = [1, 2, 3].map((number) => MemberId.parse(uuid(3, number))) as [MemberId, MemberId, MemberId]
const since = doneSince(Day.parse('2026-11-24'))

test('a finished once-quest stands in the last column for thirty days', () => {
  expect(since).toBe('2026-10-25')
  expect(isArchived(aQuest({ finishedAt: '2026-10-25T00:00:00+00:00' }), since)).toBe(false)
  expect(isArchived(aQuest({ finishedAt: '2026-10-24T23:59:59.999+00:00' }), since)).toBe(true)
  // The day is one of UTC, however the moment is written.
  expect(isArchived(aQuest({ finishedAt: '2026-10-25T01:00:00+02:00' }), since)).toBe(true)
})

test('one that was archived is out of sight at once, and one that is not finished never is', () => {
  expect(isArchived(aQuest({ finishedAt: '2026-11-24T08:00:00Z', isArchived: true }), since)).toBe(true)
  expect(isArchived(aQuest({ createdAt: '2026-10-01T08:00:00Z' }), since)).toBe(false)
})

test.each(['daily', 'weekly'])('a %s quest stays', (recurring) => {
  expect(isArchived(aQuest({ recurring, finishedAt: '2025-01-01T00:00:00Z', isArchived: true }), since)).toBe(false)
})

test('what was finished last is on top, whatever order it comes in', () => {
  const moments = fc.array(fc.record({ finishedAt: fc.option(fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })) }), { maxLength: 12 })
  const lists = moments.map((list) => list.map(({ finishedAt }, number) => aQuest({ id: uuid(1, number), finishedAt: finishedAt?.toISOString() ?? null })))
  const shuffled = lists.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
  fc.assert(
    fc.property(shuffled, ([quests, otherOrder]) => {
      const sorted = quests.toSorted(newestFirst)
      expect(otherOrder.toSorted(newestFirst)).toEqual(sorted)
      for (const [place, quest] of sorted.entries()) {
        const above = sorted[place - 1]
        if (above) expect(Date.parse(above.finishedAt ?? above.createdAt)).toBeGreaterThanOrEqual(Date.parse(quest.finishedAt ?? quest.createdAt))
      }
    }),
  )
})

test('a once-quest of three that Lily did is hers alone', () => {
  const quest = aQuest({ assigneeIds: [lily, ben, zoe], finishedBy: lily })
  expect([lily, ben, zoe].map((member) => completedBySomeoneElse(quest, [], member))).toEqual([undefined, lily, lily])
  // The completions of the day are newer than `finishedBy`.
  expect(completedBySomeoneElse(quest, [ben], ben)).toBe(undefined)
  expect(completedBySomeoneElse(quest, [ben], lily)).toBe(ben)
})

test('a quest that was moved by hand is nobody’s deed, and a recurring one is each one’s own', () => {
  expect(completedBySomeoneElse(aQuest({ assigneeIds: [lily, ben] }), [], ben)).toBe(undefined)
  expect(completedBySomeoneElse(aQuest({ assigneeIds: [lily, ben], recurring: 'daily', finishedBy: lily }), [lily], ben)).toBe(undefined)
})
