/** Joins parts as sentences, because a voice pauses only at the end of a sentence. */
export const sentences = (parts: readonly (string | undefined)[]): string =>
  parts.flatMap((part) => (part ? [asSentence(part)] : [])).join(' ')

const asSentence = (text: string) => (/[.!?…]$/u.test(text) ? text : `${text}.`)
