import { z } from 'zod'
import { invalid } from './refusal.ts'
import type { Refusal } from './refusal.ts'

const pattern = z.email({ pattern: z.regexes.html5Email })

/** The address as it is stored: lower case. */
export function parseEmail(email: string): string | Refusal {
  if (email === '') return invalid('An email address is required')
  if (email.length > 255) return invalid('An email address is too long')
  if (!pattern.safeParse(email).success) return invalid('Unable to validate email address: invalid format')
  return email.toLowerCase()
}
