import { expect, test } from 'vitest'
import { categories } from '#domain/games/bubble-sort/levels.ts'
import { words } from '#domain/games/word-pop/words.ts'
import { pictureOf } from './picture.tsx'

test('every word of the bank and every thing to sort has a picture', () => {
  const named = [...words.map(({ image }) => image), ...categories.flatMap(({ accepts }) => accepts)]
  for (const name of named) expect(pictureOf(name)).toContain('<svg')
  expect(() => pictureOf('love')).toThrow(RangeError)
})
