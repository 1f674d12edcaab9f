import { z } from 'zod'
import { readBody, text } from './body.ts'
import type { Handler } from './context.ts'
import { parseEmail } from './email-address.ts'
import { mailToken, refuseHaste } from './one-time-tokens.ts'
import { invalid, Refusal } from './refusal.ts'
import { mailConfirmation, refusePkce } from './sign-up.ts'
import { changingAddress, notOffered } from './switched-off.ts'
import { findUserByEmail } from './users.ts'

const Recover = z.object({ email: text, code_challenge: text })

/** POST /recover; the answer is the same whether or not somebody has that address. */
export const recover: Handler = async (auth, call) => {
  const limited = call.limit('recover')
  if (limited) return limited
  const body = await readBody(call.request, Recover)
  if (body instanceof Refusal) return body
  if (body.email === '') return invalid('Password recovery requires an email')
  const email = parseEmail(body.email)
  if (email instanceof Refusal) return email
  const refused = refusePkce(body.code_challenge)
  if (refused) return refused
  const user = await findUserByEmail(auth.sql, email)
  if (user === undefined) return Response.json({})
  const hasty = refuseHaste(user.recovery_sent_at, auth)
  if (hasty) return hasty
  await auth.sql.begin((tx) => mailToken(tx, auth, user, 'recovery'))
  return Response.json({})
}

const Resend = z.object({ type: text, email: text, phone: text })

/** POST /resend */
export const resend: Handler = async (auth, call) => {
  const limited = call.limit('resend')
  if (limited) return limited
  const body = await readBody(call.request, Resend)
  if (body instanceof Refusal) return body
  if (!['signup', 'email_change', 'sms', 'phone_change'].includes(body.type)) {
    return invalid('Missing one of these types: signup, email_change, sms, phone_change')
  }
  if (body.type === 'email_change') return notOffered(changingAddress)
  if (body.email === '') {
    return body.phone === '' ? invalid('Type provided requires an email address') : new Refusal(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  const email = parseEmail(body.email)
  if (email instanceof Refusal) return email
  const user = await findUserByEmail(auth.sql, email)
  if (user && body.type === 'signup' && user.email_confirmed_at === undefined) {
    const refused = await mailConfirmation(auth, user)
    if (refused) return refused
  }
  return Response.json({})
}
