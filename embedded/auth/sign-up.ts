import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { metadata, readBody, text } from './body.ts'
import type { Metadata } from './body.ts'
import type { Auth, Handler } from './context.ts'
import { mailToken, refuseTooSoon } from './one-time-tokens.ts'
import { refuseWeak } from './passwords.ts'
import { invalid, unspoken } from './refusal.ts'
import { answerSession, openSession } from './sessions.ts'
import { emailProvider, findUserByEmail, findUserById, insertUser, parseEmail, userJson } from './users.ts'
import type { User } from './users.ts'

const Body = z.object({ email: text, password: text, data: metadata })

/** POST /signup */
export const signUp: Handler = async (auth, call) => {
  const body = await readBody(call.request, Body)
  if (body instanceof Refusal) return body
  if (body.email === '') return unspoken('An account without an e-mail address')
  const { autoconfirm, enableSignup } = auth.settings
  if (!enableSignup) return new Refusal(422, 'signup_disabled', 'Signups not allowed for this instance')
  if (body.password === '') return invalid('Signup requires a valid password')
  const weak = refuseWeak(body.password, auth.settings)
  if (weak) return weak
  const email = parseEmail(body.email)
  if (email instanceof Refusal) return email

  // Hashed before the address is looked up: a fast "taken" would tell strangers who has an account.
  const hash = await auth.passwords.hash(body.password)
  const id = crypto.randomUUID()
  const now = auth.now()
  const metadata = { ...body.data, sub: id, email, email_verified: autoconfirm, phone_verified: false }
  const made = await insertUser(auth.sql, { id, email, hash, confirmed: autoconfirm, metadata, now })
  const user = await findUserByEmail(auth.sql, email)
  if (user === undefined) throw new Error('A user that was just made is gone')
  if (!made) return signUpAgain(auth, user, body.data)
  if (!autoconfirm) return confirmByMail(auth, user)
  const session = await openSession(auth.sql, { userId: id, proof: 'password', now, call })
  if (session === undefined) throw new Error('A user that was just made is gone')
  return answerSession(auth, session)
}

/** The address has an account already. */
function signUpAgain(auth: Auth, user: User, data: Metadata): Promise<Response | Refusal> | Response | Refusal {
  // The hosted service would open a session for an account that is not confirmed yet, whatever the
  // password. Nothing is lost by refusing that.
  if (auth.settings.autoconfirm) return new Refusal(422, 'user_already_exists', 'User already registered')
  if (user.email_confirmed_at === undefined) return confirmByMail(auth, user)
  return Response.json(lookAlike(user.email, data, auth.now()))
}

async function confirmByMail(auth: Auth, user: User): Promise<Response | Refusal> {
  const refused = await mailConfirmation(auth, user)
  if (refused) return refused
  const mailed = await findUserById(auth.sql, user.id)
  return Response.json(userJson(mailed ?? user))
}

export async function mailConfirmation(auth: Auth, user: User): Promise<Refusal | undefined> {
  const refused = refuseTooSoon(user.confirmation_sent_at, auth)
  if (refused) return refused
  await auth.sql.begin((tx) => mailToken(tx, auth, user, 'signup'))
  return undefined
}

/** Makes up the answer for a new address, so that strangers cannot ask us who has an account. */
function lookAlike(email: string, data: Metadata, now: Date): Record<string, unknown> {
  const stamp = now.toISOString().replace('Z', '000Z')
  const id = crypto.randomUUID()
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: stamp,
    app_metadata: emailProvider,
    user_metadata: { ...data, sub: id, email, email_verified: false, phone_verified: false },
    identities: [],
    created_at: stamp,
    updated_at: stamp,
    is_anonymous: false,
  }
}
