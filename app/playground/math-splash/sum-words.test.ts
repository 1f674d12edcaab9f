import { expect, test } from 'vitest'
import { questionOf, type SumQuestion } from '#domain/games/math-splash/questions.ts'
import { pictureInWords, spokenOf } from './sum-words.ts'

const ask = (item: string): SumQuestion => questionOf(1, 0, item, undefined)[0]

test('a sum has a spoken form, and a description of its picture', () => {
  expect([spokenOf(ask('3+4')), pictureInWords(ask('3+4'))]).toEqual(['What is 3 plus 4?', '3 frogs and 4 more'])
  expect([spokenOf(ask('8-5')), pictureInWords(ask('8-5'))]).toEqual(['What is 8 take away 5?', '8 fish, 5 swim away'])
  expect(spokenOf(ask('missing number'))).toMatch(/^\d+ plus what makes \d+\?$/)
})
