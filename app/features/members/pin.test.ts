import { expect, test } from 'vitest'
import { toldWrongPins } from './pin.ts'

test('a parent is told of five wrong PINs, and not of four', () => {
  const since = '2026-11-29T12:00:00.000Z'
  expect([4, 5].map((count) => toldWrongPins({ count, since })?.count)).toEqual([undefined, 5])
  expect(toldWrongPins(null)).toBeUndefined()
})
