/** A character that is written from right to left: Hebrew, Arabic and their neighbours, and the marks for that. */
const isRightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Isolates a name with right-to-left characters, so that it does not reorder the numbers and commas of the sentence
 * around it. Any other name, and text that has isolated names, stays as it is.
 */
export const isolated = (name: string): string =>
  isRightToLeft.test(name) && !name.includes('\u2068') ? `\u2068${name}\u2069` : name

/** Joins names for a sentence, each isolated from its neighbours. */
export const listed = (names: readonly string[]): string => names.map(isolated).join(', ')

/** Removes the isolation, for texts that are spoken. */
export const withoutIsolation = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')
