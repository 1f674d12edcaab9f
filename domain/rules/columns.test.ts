import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ColumnId } from '../contract/ids.ts'
import { columnOfNewQuest, columnsInOrder, statusOfColumn } from './columns.ts'
import { aColumn, uuid } from '#testing/builders.ts'

const column = (number: number, position: number) => aColumn(number, { position })
const board = (count: number) => Array.from({ length: count }, (_, index) => column(index, index * 10))

test.each([
  [1, ['done']],
  [2, ['todo', 'done']],
  [3, ['idea', 'todo', 'done']],
  [4, ['idea', 'todo', 'inprogress', 'done']],
  [6, ['idea', 'todo', 'inprogress', 'inprogress', 'inprogress', 'done']],
])('On a board of %i the places mean %j', (count, statuses) => {
  const columns = board(count)
  expect(columns.map((known) => statusOfColumn(columns, known.id))).toEqual(statuses)
})

test('A new quest stands where quests are to do; on a board of one column there', () => {
  for (const [count, place] of [
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 1],
  ] as const)
    expect(columnOfNewQuest(board(count))).toBe(board(count)[place]?.id)
  expect(columnOfNewQuest([])).toBe(undefined)
})

test('A column that is not on the board means nothing', () => {
  expect(statusOfColumn(board(4), ColumnId.parse(uuid(2, 99)))).toBe(undefined)
  expect(statusOfColumn([], ColumnId.parse(uuid(2, 0)))).toBe(undefined)
})

test('The order in which columns arrive changes neither their places nor what these mean', () => {
  const columns = fc
    .uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1 })
    .chain((numbers) =>
      fc.tuple(...numbers.map((number) => fc.integer({ min: 0, max: 5 }).map((position) => column(number, position)))),
    )
  const shuffled = columns.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  )
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      expect(columnsInOrder(other)).toEqual(columnsInOrder(one))
      for (const known of one) expect(statusOfColumn(other, known.id)).toBe(statusOfColumn(one, known.id))
      expect(one.filter((known) => statusOfColumn(one, known.id) === 'done')).toEqual([columnsInOrder(one).at(-1)])
    }),
  )
})

test('Putting columns in order leaves the list itself alone', () => {
  const columns = [column(1, 2), column(2, 1)]
  expect(columnsInOrder(columns).map(({ position }) => position)).toEqual([1, 2])
  expect(columns.map(({ position }) => position)).toEqual([2, 1])
})
