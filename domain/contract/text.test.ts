import { describe, expect, test } from 'vitest'
import { Emoji, Moment, title, visibleLength } from './text.ts'

test.each([
  ['', 0],
  ['a', 1],
  ['🧹', 1],
  ['🍽️', 1],
  ['👩‍👩‍👧‍👦', 1],
  ['🇩🇪', 1],
  ['🇩🇪🇫🇷', 2],
  ['👍🏽', 1],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 1],
  ['1️⃣', 1],
  ['é', 1],
  ['ab c', 4],
])('%s is seen as %i characters', (text, length) => {
  expect(visibleLength(text)).toBe(length)
})

/** The sentence, or the value itself when there is nothing to say against it. */
const verdict = (schema: typeof Emoji, text: unknown) => {
  const read = schema.safeParse(text)
  return read.success ? read.data : read.error.issues[0]?.message
}

describe('an emoji', () => {
  test.each(['📋', '🌱🌱', '👩‍👩‍👧‍👦🇩🇪', 'ab', '✓', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦'])('%s fits', (text) => expect(verdict(Emoji, text)).toBe(text))
  test('loses the white space around it', () => expect(verdict(Emoji, ' 📋\n')).toBe('📋'))
  test.each([
    ['', 'An emoji is required'],
    ['  ', 'An emoji is required'],
    ['\u200d\ufe0f', 'An emoji is required'],
    ['abc', 'An emoji can have at most 2 characters'],
    [`a${'\u0301'.repeat(60)}`, 'An emoji can have at most 2 characters'],
    ['\ud83d', 'This contains a character that cannot be saved'],
    ['\0', 'This contains a character that cannot be saved'],
  ])('%j does not: %s', (text, sentence) => expect(verdict(Emoji, text)).toBe(sentence))
})

describe('a title', () => {
  const Name = title('A name')
  test.each([
    [' Mia ', 'Mia'],
    ['x'.repeat(120), 'x'.repeat(120)],
    [` ${'x'.repeat(120)} `, 'x'.repeat(120)],
    ['', 'A name is required'],
    [' \t\n', 'A name is required'],
    ['\u200b\u200c\u2060\ufeff', 'A name is required'],
    ['\u00ad \u034f\u061c\u115f\u180e\u2800\u3164\uffa0\u{e0041}', 'A name is required'],
    ['🍽️', '🍽️'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['x'.repeat(121), 'A name can have at most 120 characters'],
    ['Mi\0a', 'This contains a character that cannot be saved'],
    ['Mi\ud800a', 'This contains a character that cannot be saved'],
    ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
  ])('%j gives %j', (text, expected) => expect(verdict(Name, text)).toBe(expected))
  test.each([7, null, undefined, ['Mia']])('%j is none', (value) => expect(Name.safeParse(value).success).toBe(false))
})

test.each([
  ['2026-11-21T07:00:00Z', true],
  ['2026-11-21T07:00:00.123456+00:00', true],
  ['2026-11-21T07:00:00', false],
  ['2026-11-21', false],
  ['now', false],
])('%s as a moment: %s', (text, fits) => expect(Moment.safeParse(text).success).toBe(fits))
