import { z } from 'zod'
import { ServiceRefusal } from '../service-refusal.ts'
import { optionalText, withBody } from './body.ts'
import { mailLink } from './one-time-tokens.ts'
import { notImplemented } from './refusal.ts'
import { findUserByEmail, parseEmail } from './users.ts'

/** POST /recover; the answer is the same whether or not somebody has that address. */
export const recover = withBody(z.object({ email: optionalText }), async (auth, _, body) => {
  const email = parseEmail(body.email)
  if (email instanceof ServiceRefusal) return email
  const user = await findUserByEmail(auth.sql, email)
  return (user && (await mailLink(auth, user, 'recovery'))) ?? Response.json({})
})

/** POST /resend; likewise. */
export const resend = withBody(z.object({ type: optionalText, email: optionalText }), async (auth, _, body) => {
  if (body.type !== 'signup') return notImplemented('Mailing anything but a confirmation again')
  const email = parseEmail(body.email)
  if (email instanceof ServiceRefusal) return email
  const user = await findUserByEmail(auth.sql, email)
  const isWaiting = user !== undefined && user.email_confirmed_at === undefined
  return (isWaiting ? await mailLink(auth, user, 'signup') : undefined) ?? Response.json({})
})
