import { expect, test } from 'vitest'
import { categories } from '#domain/games/bubble-sort/levels.ts'
import { nameOf, pictureOf } from './sort-words.ts'

test('everything that belongs somewhere has a picture', () => {
  for (const name of categories.flatMap(({ accepts }) => accepts)) expect(pictureOf(name)).toBe(name)
  expect(() => pictureOf('love')).toThrow(RangeError)
})

test('what a bubble carries has a name', () => {
  expect(nameOf({ picture: 'cat' })).toBe('cat')
  expect(nameOf({ shape: 'star', color: 'blue' })).toBe('blue star')
})
