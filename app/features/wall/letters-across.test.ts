import { expect, test } from 'vitest'
import { lettersAcross } from './letters-across.ts'

test('a line has room for the longest word, and for its part of a long text', () => {
  expect(lettersAcross('Feed the dog', 3)).toBe(4)
  expect(lettersAcross('Empty the dishwasher', 3)).toBe(10)
  expect(lettersAcross('Practise the piano for twenty minutes', 3)).toBe(13)
})
