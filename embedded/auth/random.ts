/** `length` characters of 5 bits each. */
export function randomToken(length: number): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet.charAt(byte & 31)).join('')
}

/** Six digits, each as likely as any other. */
export function randomCode(): string {
  // The top of the range is thrown back: a plain remainder would favour the low codes.
  const usable = Math.floor(2 ** 32 / 1_000_000) * 1_000_000
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1))
    if (value < usable) return String(value % 1_000_000).padStart(6, '0')
  }
}
