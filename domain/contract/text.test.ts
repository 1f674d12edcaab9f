import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { messageOf } from './errors.ts'
import { NewQuest } from './quests.ts'
import { Emoji, Moment, SentMoment, title, visibleLength } from './text.ts'

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

/** Returns the schema's message, or the parsed value when it is valid. */
const verdict = (schema: z.ZodMiniType<string>, text: unknown) => {
  const read = schema.safeParse(text)
  return read.success ? read.data : read.error.issues[0]?.message
}

describe('an emoji', () => {
  test.each(['📋', '🌱🌱', '👩‍👩‍👧‍👦🇩🇪', 'ab', '✓', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦'])('%s fits', (text) => expect(verdict(Emoji, text)).toBe(text))
  test('loses the white space around it', () => expect(verdict(Emoji, ' 📋\n')).toBe('📋'))
  test.each([
    ['', messageOf('emoji_required')],
    ['  ', messageOf('emoji_required')],
    ['\u200d\ufe0f', messageOf('emoji_required')],
    ['abc', messageOf('emoji_too_long', { maximum: 2 })],
    [`a${'\u0301'.repeat(60)}`, messageOf('emoji_too_long', { maximum: 2 })],
    ['\ud83d', messageOf('unkeepable_character')],
    ['\0', messageOf('unkeepable_character')],
    ['📋\u202e', messageOf('unkeepable_character')],
    ['\u2068📋\u2069', '📋'],
  ])('%j does not: %s', (text, sentence) => expect(verdict(Emoji, text)).toBe(sentence))
})

describe('a title', () => {
  const Name = title('familyName')
  test.each([
    [' Mia ', 'Mia'],
    ['x'.repeat(120), 'x'.repeat(120)],
    [` ${'x'.repeat(120)} `, 'x'.repeat(120)],
    ['', messageOf('name_required', { of: 'familyName' })],
    [' \t\n', messageOf('name_required', { of: 'familyName' })],
    ['\u200b\u200c\u2060\ufeff', messageOf('name_required', { of: 'familyName' })],
    ['\u00ad \u034f\u061c\u115f\u180e\u2800\u3164\uffa0\u{e0041}', messageOf('name_required', { of: 'familyName' })],
    ['🍽️', '🍽️'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['x'.repeat(121), messageOf('name_too_long', { of: 'familyName', maximum: 120 })],
    ['Mi\0a', messageOf('unkeepable_character')],
    ['Mi\ud800a', messageOf('unkeepable_character')],
    ['👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦'],
    ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e'].map((turn) => [
      `Mia${turn}nna`,
      messageOf('unkeepable_character'),
    ]),
    ['\u2066M\u2067i\u2068a\u2069', 'Mia'],
    ['مريم', 'مريم'],
    ['\u2068Mia\u2069', 'Mia'],
    ['\u05de\u05d9\u05d4\u200f', '\u05de\u05d9\u05d4\u200f'],
    ['Mia\u2028Berg', messageOf('name_with_line_breaks', { of: 'familyName' })],
    ['Mia\u0085Berg', messageOf('name_with_line_breaks', { of: 'familyName' })],
  ])('%j gives %j', (text, expected) => expect(verdict(Name, text)).toBe(expected))
  test.each([7, null, undefined, ['Mia']])('%j is none', (value) => expect(Name.safeParse(value).success).toBe(false))
})

test('a description is taken from right to left, but turns nothing around', () => {
  const descriptionOf = (description: string) => verdict(NewQuest.shape.description, description)
  expect(descriptionOf('مريم\nמרים')).toBe('مريم\nמרים')
  expect(descriptionOf('\u2067Feed\u2069 the dog')).toBe('Feed the dog')
  expect(descriptionOf('Feed \u202ethe dog')).toBe(messageOf('unkeepable_character'))
})

test.each([
  ['2026-11-21T07:00:00Z', true],
  ['2026-11-21T07:00:00.123456+00:00', true],
  ['2026-11-21T07:00:00', false],
  ['2026-11-21', false],
  ['now', false],
])('%s as a moment: %s', (text, fits) => expect(Moment.safeParse(text).success).toBe(fits))

describe('a moment that somebody sends', () => {
  test.each(['2026-11-26T23:15:34.114597+00:00', '1970-01-01T00:00:00Z', '2026-01-31T12:00:00-15:59'])(
    '%s is taken',
    (text) => expect(verdict(SentMoment, text)).toBe(text),
  )
  test.each([
    '0000-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-31T12:00:00+16:00',
    '2026-01-31T12:00:60Z',
    '9999',
    '+012026-01-01T00:00:00Z',
  ])('%s is not', (text) => expect(SentMoment.safeParse(text).success).toBe(false))
})
