import { z } from 'zod'
import { ServiceRefusal } from '../service-refusal.ts'
import { metadata, optionalText, withBody } from './body.ts'
import type { Metadata } from './body.ts'
import { mailLink } from './one-time-tokens.ts'
import { refuseWeak } from './passwords.ts'
import { invalid, notImplemented } from './refusal.ts'
import { answerSession, openSession } from './sessions.ts'
import { emailProvider, findUserByEmail, findUserById, insertUser, parseEmail, userJson } from './users.ts'

/** POST /signup */
export const signUp = withBody(
  z.object({ email: optionalText, password: optionalText, data: metadata }),
  async (auth, call, { data, ...body }) => {
    if (body.email === '') return notImplemented('An account without an e-mail address')
    const { autoconfirm, enableSignup } = auth.settings
    if (!enableSignup) return new ServiceRefusal(422, 'signup_disabled', 'Signups not allowed for this instance')
    if (body.password === '') return invalid('Signup requires a valid password')
    const weak = refuseWeak(body.password, auth.settings)
    if (weak) return weak
    const email = parseEmail(body.email)
    if (email instanceof ServiceRefusal) return email

    // Hashed before the address is looked up: a fast "taken" would tell strangers who has an account.
    const hash = await auth.passwords.hash(body.password)
    const id = crypto.randomUUID()
    const now = auth.now()
    const metadata = { ...data, sub: id, email, email_verified: autoconfirm, phone_verified: false }
    const made = await insertUser(auth.sql, { id, email, hash, confirmed: autoconfirm, metadata, now })
    const session =
      made && autoconfirm ? await openSession(auth.sql, { userId: id, proof: 'password', now, call }) : undefined
    if (session !== undefined) return answerSession(auth, session)
    const user = await findUserByEmail(auth.sql, email)
    if (user === undefined) throw new Error('A user that was just made is gone')
    // The hosted service would open a session for an account that is not confirmed yet, whatever the
    // password. Nothing is lost by refusing that.
    if (autoconfirm) return new ServiceRefusal(422, 'user_already_exists', 'User already registered')
    if (user.email_confirmed_at !== undefined) return Response.json(lookAlike(email, data, now))
    const refused = await mailLink(auth, user, 'signup')
    return refused ?? Response.json(userJson((await findUserById(auth.sql, user.id)) ?? user))
  },
)

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
