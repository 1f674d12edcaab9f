type Key = Pick<KeyboardEvent, 'key' | 'code'>

/**
 * Returns the Latin letter of a key in lower case: the one it types, or on a keyboard of another script the one that
 * stands on it; undefined for a key without one.
 */
export function latinLetterOf({ key, code }: Key): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^\p{L}$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined
}

/** Returns the digit of a key; in the upper row also where a digit needs Shift, as on a French or Czech keyboard. */
export function digitOf({ key, code }: Key): number | undefined {
  const digit = /^\d$/.test(key) ? key : /^Digit(\d)$/.exec(code)?.[1]
  return digit === undefined ? undefined : Number(digit)
}
