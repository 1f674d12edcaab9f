import { z } from 'zod'
import { ServiceRefusal } from '../service-refusal.ts'
import { refuseNonAdmin } from './bearer.ts'
import { metadata, readBody, optionalText } from './body.ts'
import type { AuthHandler } from './context.ts'
import { mailToken } from './one-time-tokens.ts'
import { findUserByEmail, insertUser, parseEmail, userJson } from './users.ts'

const Body = z.object({ email: optionalText, data: metadata })

/** POST /invite: an account without a password, whose owner chooses one through the mailed link. */
export const invite: AuthHandler = async (auth, call) => {
  const refused = await refuseNonAdmin(auth, call)
  if (refused) return refused
  const body = await readBody(call.request, Body)
  if (body instanceof ServiceRefusal) return body
  const email = parseEmail(body.email)
  if (email instanceof ServiceRefusal) return email
  return auth.sql.begin(async (tx) => {
    await insertUser(tx, {
      id: crypto.randomUUID(),
      email,
      hash: '',
      confirmed: false,
      metadata: body.data,
      now: auth.now(),
    })
    const user = await findUserByEmail(tx, email)
    if (user === undefined || user.email_confirmed_at !== undefined) {
      return new ServiceRefusal(422, 'email_exists', 'A user with this email address has already been registered')
    }
    await mailToken(tx, auth, user, 'invite')
    return Response.json(userJson((await findUserByEmail(tx, email)) ?? user))
  })
}
