import { expect, test } from 'vitest'
import { wholeNumber } from './number-field.tsx'

test('a number is read with the thousands of each language, and text that is none is 0', () => {
  for (const text of ['1000', '1.000', '1,000', '1 000', '1\u202f000', '1\u00a0000', "1'000", '1’000', ' 1.000 gems'])
    expect(wholeNumber(text), text).toBe(1000)
  expect(wholeNumber('1.234.567')).toBe(1_234_567)
  expect(wholeNumber('-1.000')).toBe(-1000)
  for (const [text, number] of [
    ['12.5', 12],
    ['12,50', 12],
    ['1.2345', 1],
    ['1.000,5', 1000],
    ['10.00', 10],
    ['１２', 12],
    ['ten', 0],
    ['', 0],
  ] as const)
    expect(wholeNumber(text), text).toBe(number)
})
