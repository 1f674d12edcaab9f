import * as z from 'zod/mini'
import { textLimits } from './constants.ts'
import { messageOf, type Named } from './errors.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How many characters a person sees: a family emoji is one, however many code points it has. */
export function visibleLength(text: string): number {
  let count = 0
  for (const _ of graphemes.segment(text)) count++
  return count
}

/**
 * Neither JSON in Postgres nor a text column takes the character 0 or half of a surrogate pair. Embeddings and overrides
 * turn the direction of what follows, also outside of the text.
 */
export const keepable = z.refine<string>(isKeepable, messageOf('unkeepable_character'))

/** Character by character: in Safari 16.0 a regular expression finds half a surrogate pair in every emoji. */
function isKeepable(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code === 0 || (code >= 0xd800 && code <= 0xdfff) || (code >= 0x202a && code <= 0x202e)) return false
  }
  return true
}

// All of Default_Ignorable_Code_Point has no width, and so has every format character; the blank of Braille is an empty
// cell.
const isInvisible = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Whether a text has nothing that anybody sees. */
export const isBlank = (text: string) => isInvisible.test(text)

/** Empties a text that has only invisible characters. Beside visible ones they stay, because they join emojis. */
const emptyIfInvisible = z.overwrite<string>((text) => (isBlank(text) ? '' : text))

/** Copied contacts have isolates around their names, which do no harm and are not shown. */
export const withoutIsolates = z.overwrite<string>((text) => text.replaceAll(/[\u2066-\u2069]/g, ''))

/** A required one-line name, trimmed. */
export function title(of: Named) {
  return optionalTitle(of).check(z.minLength(1, messageOf('name_required', { of })))
}

/** A one-line name that may be empty: the server then saves a friendly one. */
export function optionalTitle(of: Named) {
  return z
    .string()
    .check(
      withoutIsolates,
      z.trim(),
      keepable,
      emptyIfInvisible,
      z.maxLength(textLimits.title, messageOf('name_too_long', { of, maximum: textLimits.title })),
      z.regex(/^[^\r\n\v\f\u0085\u2028\u2029]*$/, messageOf('name_with_line_breaks', { of })),
    )
}

const emojiTooLong = messageOf('emoji_too_long', { maximum: 2 })

export const Emoji = z.string().check(
  withoutIsolates,
  z.trim(),
  keepable,
  emptyIfInvisible,
  z.minLength(1, messageOf('emoji_required')),
  // Bytes are bounded too: one visible character can be made of any number of code points.
  z.maxLength(textLimits.emoji, emojiTooLong),
  z.refine((text) => visibleLength(text) <= 2, emojiTooLong),
)

/** ISO 8601 with offset, as the server stamps it. */
export const Moment = z.iso.datetime({ offset: true })

const malformedMoment = messageOf('invalid_input', { reason: 'malformed' })

/** A moment that somebody sends: of a year and with an offset that Postgres takes. */
export const SentMoment = Moment.check(
  z.regex(/^(19[7-9]|[2-9]\d\d)\d-.*(Z|[+-](0\d|1[0-5]):[0-5]\d)$/, malformedMoment),
  z.refine((text) => Number.isFinite(Date.parse(text)), malformedMoment),
)
