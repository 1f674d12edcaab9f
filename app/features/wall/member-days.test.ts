import { expect, test } from 'vitest'
import { Day } from '#domain/contract/days.ts'
import { QuestCompletion } from '#domain/contract/completions.ts'
import { questsOnDay } from '#domain/rules/occurrences.ts'
import { aColumn, aMember, aQuest, uuid } from '#testing/builders.ts'
import { daysOfMembers } from './member-days.ts'

const family = ['Mia', 'Leo', 'Anna'].map((name, index) => aMember(index + 1, name))
const [mia, leo, anna] = family.map(({ id }) => id)
const columns = [aColumn(1), aColumn(2)]
const done = uuid(2, 2)
const today = Day.parse('2026-11-21')

const quest = (number: number, more: Record<string, unknown> = {}) =>
  aQuest({
    id: uuid(1, number),
    title: `Quest ${number}`,
    assigneeIds: [mia],
    createdAt: '2026-11-18T08:00:00+00:00',
    ...more,
  })
const did = (number: number, memberId: unknown) =>
  QuestCompletion.parse({ questId: uuid(1, number), memberId, completedDate: today })

const quests = [
  quest(1, { columnId: done }),
  quest(2, { assigneeIds: [mia, leo], recurring: 'daily' }),
  quest(3, { assigneeIds: [leo, mia], columnId: done }),
  quest(4),
  quest(5, { recurring: 'daily' }),
]
const completions = [did(1, mia), did(2, leo), did(3, anna), did(5, anna)]
const clock = { day: today, today, dayOf: (moment: string) => Day.parse(moment.slice(0, 10)), weekStartsOn: 1 } as const
const occurrences = (known: QuestCompletion[] | undefined) =>
  questsOnDay({ quests, columns, completions: known }, clock)

test('each member with quests today has a column: done quests come last, a shared one is at both, marked where the other did it', () => {
  const days = daysOfMembers(occurrences(completions), family)
  expect(
    days.map(({ member, quests: own }) => [
      member.displayName,
      own.map(({ quest: { title }, state }) => `${title} ${state}`),
    ]),
  ).toEqual([
    // Anna's completion counts for Anna: Mia's own daily quest is still open.
    ['Mia', ['Quest 2 todo', 'Quest 5 todo', 'Quest 4 todo', 'Quest 1 done', 'Quest 3 theirs']],
    ['Leo', ['Quest 2 done', 'Quest 3 theirs']],
  ])
})

test('children come before parents, both in the order of the family', () => {
  const everybody = [{ ...aMember(3, 'Anna'), role: 'parent' as const }, ...family.slice(0, 2)]
  const shared = questsOnDay({ quests: [quest(9, { assigneeIds: [anna, leo, mia] })], columns, completions }, clock)
  expect(daysOfMembers(shared, everybody).map(({ member }) => member.displayName)).toEqual(['Mia', 'Leo', 'Anna'])
})

test('the wall shows each member the same as their own calendar', () => {
  for (const { member, quests: own } of daysOfMembers(occurrences(completions), family)) {
    const alone = questsOnDay({ quests, columns, completions }, clock, new Set([member.id]))
    expect(new Map(own.map(({ quest: { id }, state }) => [id, state === 'done' || state === 'theirs']))).toEqual(
      new Map(alone.map(({ quest: { id }, status }) => [id, status === 'done'])),
    )
  }
})

test('without completions a recurring quest is neither done nor to do', () => {
  const [first] = daysOfMembers(occurrences(undefined), family)
  expect(first?.quests.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'todo'])
})

test('once-quests without a time come after those due today, and before done ones', () => {
  const planned = [
    quest(21),
    quest(22, { recurring: 'daily' }),
    quest(23, { targetTime: '17:00' }),
    quest(24, { recurring: 'daily', createdAt: '2026-11-17T08:00:00+00:00' }),
  ]
  const occurrences = questsOnDay({ quests: planned, columns, completions: [did(24, mia)] }, clock)
  expect(daysOfMembers(occurrences, family).map(({ quests }) => quests.map(({ quest: { title } }) => title))).toEqual([
    ['Quest 23', 'Quest 22', 'Quest 21', 'Quest 24'],
  ])
})
