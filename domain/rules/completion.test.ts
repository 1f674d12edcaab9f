import { expect, test } from 'vitest'
import { QuestColumn } from '../contract/quest-columns.ts'
import { Quest } from '../contract/quests.ts'
import { canBeCompleted, doneColumn } from './completion.ts'

const id = (kind: number, number: number) => `0000000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`
const column = (number: number) => QuestColumn.parse({ id: id(2, number), title: `Column ${number}`, emoji: '📋', position: number, version: 1 })
const columns = [column(3), column(1), column(2)]
const quest = (inColumn: number, recurring: 'once' | 'daily' | 'weekly') =>
  Quest.parse({
    id: id(1, 1),
    title: 'Dishes',
    description: '',
    icon: '🧹',
    gemValue: 5,
    assigneeIds: [id(3, 1)],
    columnId: id(2, inColumn),
    recurring,
    targetTime: null,
    createdAt: '2026-11-21T07:00:00Z',
    version: 1,
  })

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

test('what is completed goes to the column that stands last, whatever the order of the list', () => {
  expect(doneColumn(columns)?.id).toBe(id(2, 3))
  expect(doneColumn([])).toBeUndefined()
})
