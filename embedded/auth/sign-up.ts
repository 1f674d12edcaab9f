import { z } from 'zod'
import { ServiceRefusal } from '../service-refusal.ts'
import { metadata, optionalText, withBody } from './body.ts'
import type { Metadata } from './body.ts'
import type { Auth } from './context.ts'
import { mailAnswerMs, mailLink } from './one-time-tokens.ts'
import { refuseWeak } from './passwords.ts'
import { invalid, notImplemented } from './refusal.ts'
import { answerSession, openSession } from './sessions.ts'
import { emailProvider, findUserByEmail, insertUser, parseEmail } from './users.ts'
import { noSoonerThan } from '../within.ts'

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
    const insert = () => insertUser(auth.sql, { id, email, hash, confirmed: autoconfirm, metadata, now })
    if (autoconfirm) {
      const session = (await insert())
        ? await openSession(auth.sql, { userId: id, proof: 'password', now, call })
        : undefined
      // The hosted service would open a session for an account that is not confirmed yet, whatever the
      // password. Nothing is lost by refusing that.
      return session === undefined
        ? new ServiceRefusal(422, 'user_already_exists', 'User already registered')
        : answerSession(auth, session)
    }
    await noSoonerThan(
      mailAnswerMs,
      insert().then(() => mailConfirmation(auth, email)),
    )
    return Response.json(waitingUser(id, email, metadata, now))
  },
)

async function mailConfirmation(auth: Auth, email: string): Promise<void> {
  const user = await findUserByEmail(auth.sql, email)
  if (user !== undefined && user.email_confirmed_at === undefined) await mailLink(auth, user, 'signup')
}

/**
 * Makes the answer to every sign-up that has to be confirmed: it is not read from the database, so that a taken address
 * has the same one as a new address.
 */
function waitingUser(id: string, email: string, user_metadata: Metadata, now: Date): Record<string, unknown> {
  const stamp = now.toISOString().replace('Z', '000Z')
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: stamp,
    app_metadata: emailProvider,
    user_metadata,
    identities: [
      {
        identity_id: crypto.randomUUID(),
        id,
        user_id: id,
        identity_data: { sub: id, email, email_verified: false, phone_verified: false },
        provider: emailProvider.provider,
        last_sign_in_at: stamp,
        created_at: stamp,
        updated_at: stamp,
        email,
      },
    ],
    created_at: stamp,
    updated_at: stamp,
    is_anonymous: false,
  }
}
