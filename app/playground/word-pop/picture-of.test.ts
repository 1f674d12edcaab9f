import { expect, test } from 'vitest'
import { words } from '#domain/games/word-pop/words.ts'
import { pictureOf } from './picture-of.ts'

test('every word of the bank has a picture', () => {
  for (const { word } of words) expect(pictureOf(word)).toBe(word)
  expect(() => pictureOf('love')).toThrow(RangeError)
})
