import { z } from 'zod'
import { ServiceRefusal } from '../service-refusal.ts'
import { text, withBody } from './body.ts'
import { mailLink } from './one-time-tokens.ts'
import { unsupported } from './refusal.ts'
import { findUserByEmail, parseEmail } from './users.ts'

/** POST /recover; the answer is the same whether or not somebody has that address. */
export const recover = withBody(z.object({ email: text }), async (auth, _, body) => {
  const email = parseEmail(body.email)
  if (email instanceof ServiceRefusal) return email
  const user = await findUserByEmail(auth.sql, email)
  return (user && (await mailLink(auth, user, 'recovery'))) ?? Response.json({})
})

/** POST /resend; likewise. */
export const resend = withBody(z.object({ type: text, email: text }), async (auth, _, body) => {
  if (body.type !== 'signup') return unsupported('Mailing anything but a confirmation again')
  const email = parseEmail(body.email)
  if (email instanceof ServiceRefusal) return email
  const user = await findUserByEmail(auth.sql, email)
  const isWaiting = user !== undefined && user.email_confirmed_at === undefined
  return (isWaiting ? await mailLink(auth, user, 'signup') : undefined) ?? Response.json({})
})
