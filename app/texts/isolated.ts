/** A character that is written from right to left: Hebrew, Arabic and their neighbours, some as surrogates. */
const isRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/

/**
 * Isolates a name with right-to-left characters, so that it does not reorder the numbers and commas of the sentence
 * around it. Any other value stays as it is.
 */
export const isolated = <Value>(value: Value): Value | string =>
  typeof value === 'string' && isRightToLeft.test(value) ? `\u2068${value}\u2069` : value

/** A name, with the words that tell its face from that of a namesake. */
export const withFace = (name: string, faceWords: string | undefined): string =>
  faceWords === undefined ? name : `${name}, ${faceWords}`

/** Joins names for a sentence, each isolated from its neighbours. */
export const listed = (names: readonly string[]): string => names.map(isolated).join(', ')
