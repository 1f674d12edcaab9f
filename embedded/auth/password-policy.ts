import { invalid, Refusal } from './refusal.ts'
import type { AuthSettings } from './settings.ts'

/** Refuses a password that must not be stored. Length counts bytes, as the hosted service does. */
export function refuseWeak(password: string, { minimumPasswordLength }: AuthSettings): Refusal | undefined {
  const { length } = new TextEncoder().encode(password)
  // bcrypt reads 72 bytes; what lies behind them would count for nothing.
  if (length > 72) return invalid('Password cannot be longer than 72 characters')
  if (length >= minimumPasswordLength) return undefined
  const sentence = `Password should be at least ${minimumPasswordLength} characters.`
  return new Refusal(422, 'weak_password', sentence, { weak_password: { reasons: ['length'] } })
}
