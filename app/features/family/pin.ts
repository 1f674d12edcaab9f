export const pinLength = 4

/** What of a text can be part of a PIN: its first four digits. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, pinLength)
}

export function isPin(text: string): boolean {
  return /^\d{4}$/.test(text)
}
