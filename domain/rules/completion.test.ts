import { expect, test } from 'vitest'
import { canBeCompleted, doneColumn } from './completion.ts'
import { aColumn, aQuest, uuid } from './testing.ts'

const columns = [aColumn(3), aColumn(1), aColumn(2)]
const quest = (inColumn: number, recurring: 'once' | 'daily' | 'weekly') => aQuest({ columnId: uuid(2, inColumn), recurring })

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
