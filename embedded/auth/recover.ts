import { z } from 'zod'
import { ServiceRefusal } from '../service-refusal.ts'
import { optionalText, withBody } from './body.ts'
import type { Auth } from './context.ts'
import { mailAnswerMs, mailLink } from './one-time-tokens.ts'
import { notImplemented } from './refusal.ts'
import { findUserByEmail, parseEmail } from './users.ts'
import type { User } from './users.ts'
import { noSoonerThan } from '../within.ts'

/** POST /recover; the answer is the same whether or not somebody has that address. */
export const recover = withBody(z.object({ email: optionalText }), async (auth, _, body) => {
  const email = parseEmail(body.email)
  if (email instanceof ServiceRefusal) return email
  return answerAlike(auth, email, (user) => mailLink(auth, user, 'recovery'))
})

/** POST /resend; likewise. */
export const resend = withBody(z.object({ type: optionalText, email: optionalText }), async (auth, _, body) => {
  if (body.type !== 'signup') return notImplemented('Mailing anything but a confirmation again')
  const email = parseEmail(body.email)
  if (email instanceof ServiceRefusal) return email
  return answerAlike(auth, email, async (user) => {
    if (user.email_confirmed_at === undefined) await mailLink(auth, user, 'signup')
  })
})

/** Mails to the account of that address, if there is one; the answer and its time are the same without. */
async function answerAlike(auth: Auth, email: string, mail: (user: User) => Promise<void>): Promise<Response> {
  const work = findUserByEmail(auth.sql, email).then((user) => user && mail(user))
  await noSoonerThan(mailAnswerMs, work)
  return Response.json({})
}
