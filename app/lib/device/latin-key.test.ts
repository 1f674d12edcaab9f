import { expect, test } from 'vitest'
import { digitOf, latinLetterOf } from './latin-key.ts'

test('a letter of another script counts as the Latin letter on its key, and a Latin one as itself', () => {
  for (const [key, code, letter] of [
    ['b', 'KeyB', 'b'],
    ['B', 'KeyB', 'b'],
    ['и', 'KeyB', 'b'],
    ['β', 'KeyB', 'b'],
    ['נ', 'KeyB', 'b'],
    // A French keyboard has its A where an American one has its Q.
    ['a', 'KeyQ', 'a'],
    ['é', 'Digit2', undefined],
    ['Enter', 'Enter', undefined],
    ['Backspace', 'Backspace', undefined],
  ] as const)
    expect(latinLetterOf({ key, code }), key).toBe(letter)
})

test('a digit counts with and without Shift, as French and Czech keyboards have it', () => {
  for (const [key, code, digit] of [
    ['3', 'Digit3', 3],
    ['"', 'Digit3', 3],
    ['š', 'Digit3', 3],
    ['3', 'Numpad3', 3],
    ['ArrowDown', 'Numpad2', undefined],
    ['e', 'KeyE', undefined],
  ] as const)
    expect(digitOf({ key, code }), key).toBe(digit)
})
