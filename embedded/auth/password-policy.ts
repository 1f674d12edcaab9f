import { invalid, WeakPasswordRefusal } from './refusal.ts'
import type { Refusal } from './refusal.ts'
import type { AuthSettings, PasswordRequirements } from './settings.ts'

export type WeakPassword = { message: string; reasons: ('length' | 'characters')[] }

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'

const required: Record<PasswordRequirements, readonly string[]> = {
  '': [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, symbols],
}

/** Undefined when the password is good enough. Length counts bytes, as the hosted service does. */
export function weakness(password: string, settings: AuthSettings): WeakPassword | undefined {
  const weak: WeakPassword = { message: '', reasons: [] }
  const sentences: string[] = []
  if (bytes(password) < settings.minimumPasswordLength) {
    weak.reasons.push('length')
    sentences.push(`Password should be at least ${settings.minimumPasswordLength} characters.`)
  }
  const classes = required[settings.passwordRequirements]
  if (!classes.every((characters) => Array.from(password).some((character) => characters.includes(character)))) {
    weak.reasons.push('characters')
    sentences.push(`Password should contain at least one character of each: ${classes.join(', ')}.`)
  }
  weak.message = sentences.join(' ')
  return weak.reasons.length === 0 ? undefined : weak
}

/** For a password about to be stored. */
export function refuseWeak(password: string, settings: AuthSettings): Refusal | undefined {
  const weak = weakness(password, settings)
  return refuseLong(password) ?? (weak && new WeakPasswordRefusal(weak))
}

/** bcrypt reads 72 bytes; what lies behind them would count for nothing. */
export function refuseLong(password: string): Refusal | undefined {
  return bytes(password) > 72 ? invalid('Password cannot be longer than 72 characters') : undefined
}

const bytes = (text: string) => new TextEncoder().encode(text).length
