import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { readBody, text } from './body.ts'
import type { Handler } from './context.ts'
import { mailToken, refuseTooSoon } from './one-time-tokens.ts'
import { unspoken } from './refusal.ts'
import { mailConfirmation } from './sign-up.ts'
import { findUserByEmail, parseEmail } from './users.ts'

const Recover = z.object({ email: text })

/** POST /recover; the answer is the same whether or not somebody has that address. */
export const recover: Handler = async (auth, call) => {
  const body = await readBody(call.request, Recover)
  if (body instanceof Refusal) return body
  const email = parseEmail(body.email)
  if (email instanceof Refusal) return email
  const user = await findUserByEmail(auth.sql, email)
  if (user === undefined) return Response.json({})
  const tooSoon = refuseTooSoon(user.recovery_sent_at, auth)
  if (tooSoon) return tooSoon
  await auth.sql.begin((tx) => mailToken(tx, auth, user, 'recovery'))
  return Response.json({})
}

const Resend = z.object({ type: text, email: text })

/** POST /resend */
export const resend: Handler = async (auth, call) => {
  const body = await readBody(call.request, Resend)
  if (body instanceof Refusal) return body
  if (body.type !== 'signup') return unspoken('Mailing anything but a confirmation again')
  const email = parseEmail(body.email)
  if (email instanceof Refusal) return email
  const user = await findUserByEmail(auth.sql, email)
  const isConfirmed = user?.email_confirmed_at !== undefined
  const refused = user === undefined || isConfirmed ? undefined : await mailConfirmation(auth, user)
  return refused ?? Response.json({})
}
