export const pinLength = 4

/** The first four digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, pinLength)
}

export function isPin(text: string): boolean {
  return /^\d{4}$/.test(text)
}
