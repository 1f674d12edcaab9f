import * as z from 'zod/mini'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How many characters a person sees: a family emoji is one, however many code points it has. */
export function visibleLength(text: string): number {
  let count = 0
  for (const _ of graphemes.segment(text)) count++
  return count
}

/** Neither JSON in Postgres nor a text column takes the character 0 or half of a surrogate pair. */
export const keepable = z.refine<string>(isKeepable, 'This contains a character that cannot be saved')

/** Character by character: in Safari 16.0 a regular expression finds half a surrogate pair in every emoji. */
function isKeepable(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code === 0 || (code >= 0xd800 && code <= 0xdfff)) return false
  }
  return true
}

// All of Default_Ignorable_Code_Point has no width, and so has every format character; the blank of Braille is an empty cell.
const isInvisible = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** A text of which nobody would see anything counts as empty. Inside of others such characters join emojis, so there they stay. */
const emptyIfInvisible = z.overwrite<string>((text) => (isInvisible.test(text) ? '' : text))

/** A one-line name; white space around it does not count. `what` starts the sentence shown when it does not fit. */
export function title(what: string) {
  return optionalTitle(what).check(z.minLength(1, `${what} is required`))
}

/** The same that may be left empty: the server then saves a friendly name. */
export function optionalTitle(what: string) {
  return z
    .string()
    .check(
      z.trim(),
      keepable,
      emptyIfInvisible,
      z.maxLength(120, `${what} can have at most 120 characters`),
      z.regex(/^[^\r\n]*$/, `${what} has to fit on one line`),
    )
}

export const Emoji = z.string().check(
  z.trim(),
  keepable,
  emptyIfInvisible,
  z.minLength(1, 'An emoji is required'),
  // Bytes are bounded too: one visible character can be made of any number of code points.
  z.maxLength(40, 'An emoji can have at most 2 characters'),
  z.refine((text) => visibleLength(text) <= 2, 'An emoji can have at most 2 characters'),
)

/** ISO 8601 with offset, as the server stamps it. */
export const Moment = z.iso.datetime({ offset: true })
