import { expect, test } from 'vitest'
import { groupBy } from './group-by.ts'

test('items stand by their key in the order they come in, and so do the keys', () => {
  const groups = groupBy(['pear', 'fig', 'plum', 'kiwi', 'date', 'nut'], ({ length }) => length)
  expect([...groups]).toEqual([
    [4, ['pear', 'plum', 'kiwi', 'date']],
    [3, ['fig', 'nut']],
  ])
})
