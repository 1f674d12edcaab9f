import { expect, test } from 'vitest'
import { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { QuestCompletion } from '#domain/contract/completions.ts'
import { progressOn, questsOnDay } from '#domain/rules/occurrences.ts'
import { aColumn, aMember, aQuest, uuid } from '#testing/builders.ts'
import { completionPrompt } from './completion-prompt.ts'

const [mia, leo] = [aMember(1, 'Mia'), aMember(2, 'Leo')]
const today = Day.parse('2026-11-21')
const clock = { dayOf: (moment: string) => Day.parse(moment.slice(0, 10)), weekStartsOn: 1 } as const

/** The texts of the question about quest 1, tapped by Mia, with these quests and completions. */
function asked(
  all: readonly Quest[],
  completions: readonly QuestCompletion[] = [],
  isExcused = false,
  columns = [aColumn(1), aColumn(2)],
) {
  const quests = all.filter(({ assigneeIds }) => assigneeIds.includes(mia.id))
  const occurrences = questsOnDay({ quests, columns, completions }, { day: today, today, ...clock }, new Set([mia.id]))
  const calendar = {
    quests,
    columns,
    members: [mia, leo],
    today,
    occurrenceOn: (_: Day, questId: string) => occurrences.find(({ quest }) => quest.id === questId),
    isDoneNow: (quest: Quest) =>
      progressOn(quest, completions, { day: today, ...clock }, new Set([mia.id])).left.length === 0,
    isExcused: () => isExcused,
  }
  const { quest, over } = completionPrompt(aQuest(), mia, calendar, all)
  return [quest.title, quest.gemValue, over?.title, over?.text, over?.face?.displayName]
}
const didIt = ({ id: memberId }: FamilyMember) => [
  QuestCompletion.parse({ questId: uuid(1, 1), completedDate: today, memberId }),
]
const both = [mia.id, leo.id]
const done = { columnId: uuid(2, 2), finishedAt: '2026-11-21T09:00:00Z' }

test('a question uses the current texts and gems of the quest', () => {
  expect(asked([aQuest({ title: 'All the dishes', gemValue: 75, version: 2 })])).toEqual([
    'All the dishes',
    75,
    undefined,
    undefined,
    undefined,
  ])
})

test('a quest that a sibling did names who was faster', () => {
  const [, , ...over] = asked([aQuest({ ...done, assigneeIds: both, finishedBy: leo.id })], didIt(leo))
  expect(over).toEqual(['Leo was faster!', `"Dishes" is done. There's always the next one.`, 'Leo'])
})

test('a sibling who left the family is called someone', () => {
  const [, , title] = asked([aQuest({ ...done, finishedBy: uuid(3, 9) })])
  expect(title).toBe('Someone was faster!')
})

test('a quest that the member did on another device is already done', () => {
  const over = ['Already done', 'The gems for "Dishes" are in the jar.', undefined]
  expect(asked([aQuest({ ...done, finishedBy: mia.id })], didIt(mia)).slice(2)).toEqual(over)
  expect(asked([aQuest({ recurring: 'daily' })], didIt(mia)).slice(2)).toEqual(over)
})

test('a daily quest that a sibling did is still to be done', () => {
  expect(asked([aQuest({ recurring: 'daily', assigneeIds: both })], didIt(leo)).slice(2)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a reassigned quest names its new assignee', () => {
  const [, , ...over] = asked([aQuest({ assigneeIds: [leo.id] })])
  expect(over).toEqual(['Someone else is doing this one now', '"Dishes" is for Leo now.', 'Leo'])
})

test('a deleted quest is reported as gone', () => {
  expect(asked([])).toEqual(['Dishes', 5, 'This quest is gone', 'Nobody has to do "Dishes" any more.', undefined])
})

test('a quest that was given another day is not for today', () => {
  const over = ['Not today', '"Dishes" is for another day now.', undefined]
  expect(asked([aQuest({ dueOn: '2026-11-28', version: 2 })]).slice(2)).toEqual(over)
  // Made on a Saturday.
  expect(asked([aQuest({ recurring: 'weekly', weekdays: [1], version: 2 })]).slice(2)).toEqual(over)
})

test('a quest whose column is for someday meanwhile is not for today', () => {
  const columns = [aColumn(1, { isSomeday: true }), aColumn(2)]
  for (const recurring of ['once', 'daily'] as const)
    expect(asked([aQuest({ recurring })], [], false, columns)[2]).toBe('Not today')
})

test('a quest that was skipped meanwhile is told kindly, but one that was done is done', () => {
  expect(asked([aQuest()], [], true)[3]).toBe('"Dishes" is not needed today. Have fun!')
  expect(asked([aQuest({ recurring: 'daily' })], didIt(mia), true)[2]).toBe('Already done')
})
