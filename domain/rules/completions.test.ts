import { expect, test } from 'vitest'
import { Day } from '../contract/days.ts'
import { QuestCompletion } from '../contract/completions.ts'
import { MemberId } from '../contract/ids.ts'
import { doneColumn } from './columns.ts'
import { completedBySomeoneElse, completersOf } from './completions.ts'
import { canBeCompleted } from './quests.ts'
import { aColumn, aQuest, clockIn, uuid } from '#testing/builders.ts'

const columns = [aColumn(3), aColumn(1), aColumn(2)]
const quest = (inColumn: number, recurring: 'once' | 'daily' | 'weekly') =>
  aQuest({ columnId: uuid(2, inColumn), recurring })

test.each([
  ['once', 1, true],
  ['once', 2, true],
  ['once', 3, false],
  ['daily', 3, true],
  ['weekly', 3, true],
  ['once', 9, false],
  ['daily', 9, false],
] as const)('a %s quest in column %i can be completed: %s', (recurring, inColumn, can) => {
  expect(canBeCompleted(quest(inColumn, recurring), columns)).toBe(can)
})

test('a once-quest that was finished is done in whichever column it stands', () => {
  expect(canBeCompleted(aQuest({ columnId: uuid(2, 2), finishedAt: '2026-11-21T08:00:00Z' }), columns)).toBe(false)
  expect(canBeCompleted(aQuest({ columnId: uuid(2, 9), finishedAt: '2026-11-21T08:00:00Z' }), columns)).toBe(false)
})

test('what is completed goes to the column that stands last, whatever the order of the list', () => {
  expect(doneColumn(columns)?.id).toBe(uuid(2, 3))
  expect(doneColumn([])).toBeUndefined()
})

const [mia, leo] = [uuid(3, 1), uuid(3, 2)]
const done = (memberId: string, completedDate: string) =>
  QuestCompletion.parse({ questId: uuid(1, 1), completedDate, memberId })

// Created on Saturday, the 21st; today is Thursday, so that a weekly quest counts for the coming Saturday.
test.each([
  ['a once-quest of one', { recurring: 'once', assigneeIds: [mia] }, [], [mia]],
  ['a once-quest of two', { recurring: 'once', assigneeIds: [mia, leo] }, [], [mia, leo]],
  ['a once-quest in the last column', { recurring: 'once', columnId: uuid(2, 3) }, [], []],
  [
    'a once-quest finished in a column that was the last one',
    { recurring: 'once', finishedAt: '2026-11-20T07:00:00Z' },
    [],
    [],
  ],
  ['a once-quest reopened after it was done yesterday', { recurring: 'once' }, [done(mia, '2026-11-25')], [mia]],
  ['a quest in a column that is not there', { recurring: 'daily', columnId: uuid(2, 9) }, [], []],
  ['a daily quest done yesterday', { recurring: 'daily' }, [done(mia, '2026-11-25')], [mia]],
  ['a daily quest done today', { recurring: 'daily' }, [done(mia, '2026-11-26')], []],
  [
    'a daily quest of two in the last column, done by one',
    { recurring: 'daily', columnId: uuid(2, 3), assigneeIds: [mia, leo] },
    [done(leo, '2026-11-26')],
    [mia, leo],
  ],
  ['a daily quest done by a helper alone', { recurring: 'daily' }, [done(leo, '2026-11-26')], [mia]],
  ['a weekly quest done for its last due day', { recurring: 'weekly' }, [done(mia, '2026-11-24')], [mia]],
  ['a weekly quest done for its next due day', { recurring: 'weekly' }, [done(mia, '2026-11-25')], []],
] as const)('a move into the last column finds who did %s', (_, more, completions, found) => {
  const clock = { day: Day.parse('2026-11-26'), ...clockIn('Europe/Berlin') }
  expect(completersOf(aQuest(more), columns, completions, clock)).toEqual(found)
})

const [lily, ben, zoe] = [1, 2, 3].map((number) => MemberId.parse(uuid(3, number))) as [MemberId, MemberId, MemberId]

test('a once-quest of three that Lily did is hers alone', () => {
  const quest = aQuest({ assigneeIds: [lily, ben, zoe], finishedBy: lily })
  expect([lily, ben, zoe].map((member) => completedBySomeoneElse(quest, [], member))).toEqual([undefined, lily, lily])
  // The completions of the day are newer than `finishedBy`.
  expect(completedBySomeoneElse(quest, [ben], ben)).toBe(undefined)
  expect(completedBySomeoneElse(quest, [ben], lily)).toBe(ben)
})

test('a quest that was moved by hand is nobody’s deed, and a recurring one is each one’s own', () => {
  expect(completedBySomeoneElse(aQuest({ assigneeIds: [lily, ben] }), [], ben)).toBe(undefined)
  expect(
    completedBySomeoneElse(aQuest({ assigneeIds: [lily, ben], recurring: 'daily', finishedBy: lily }), [lily], ben),
  ).toBe(undefined)
})
