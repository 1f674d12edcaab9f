import { z } from 'zod'
import { flag, metadata, text } from './body.ts'
import { parseEmail } from './email-address.ts'
import { isBcrypt } from './passwords.ts'
import { invalid, Refusal } from './refusal.ts'

export const AdminBody = z.object({
  id: text,
  email: text,
  phone: text,
  password: z.string().nullish(),
  password_hash: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
  role: text,
})
export type AdminBody = z.infer<typeof AdminBody>

/** What both create and update take; undefined when it is in order. */
export function refuseAdminBody(body: AdminBody, now: Date): Refusal | undefined {
  if (body.phone !== '') return new Refusal(400, 'phone_provider_disabled', 'Phone signups are disabled')
  if (body.email !== '') {
    const email = parseEmail(body.email)
    if (email instanceof Refusal) return email
  }
  if ((body.password ?? '') !== '' && body.password_hash !== '') return invalid('Only a password or a password hash should be provided')
  if (body.password_hash !== '' && !isBcrypt(body.password_hash)) return invalid('The password hash has to be bcrypt, of cost 4 to 14')
  const until = bannedUntil(body.ban_duration, now)
  return until instanceof Refusal ? until : undefined
}

const unitMs: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** From a duration such as '24h' or '1h30m'. 'none' lifts the ban: null. '' leaves it as it is: undefined. */
export function bannedUntil(duration: string, now: Date): Date | null | undefined | Refusal {
  if (duration === '') return undefined
  if (duration === 'none') return null
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)]
  const until = new Date(now.getTime() + parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0), 0))
  const whole = parts.map(([part]) => part).join('') === duration
  // The year 9999 is the last that every reader of a timestamp understands.
  if (!whole || parts.length === 0 || !(until.getTime() < Date.UTC(9999, 11, 31))) {
    return invalid(`invalid format for ban duration: ${JSON.stringify(duration)}`)
  }
  return until
}
