import { expect, test } from 'vitest'
import { words } from '#domain/games/word-pop/words.ts'
import { pictureOfWord } from './picture-of.ts'

test('every word of the bank has a picture', () => {
  for (const { word } of words) expect(pictureOfWord(word)).toBe(word)
  expect(() => pictureOfWord('love')).toThrow(RangeError)
})
