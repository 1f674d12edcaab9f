import { z } from 'zod'
import { ServiceRefusal } from '../service-refusal.ts'
import { refuseNonAdmin } from './bearer.ts'
import { optionalText, withBody } from './body.ts'
import type { AuthHandler } from './context.ts'
import { refreshSession } from './refresh.ts'
import { invalid, notImplemented } from './refusal.ts'
import { limitGuesses } from './rate-limits.ts'
import { answerSession, openSession } from './sessions.ts'
import { findUserByEmail, isBanned } from './users.ts'

/** POST /token?grant_type=… */
export const token: AuthHandler = (auth, call) => {
  const grant = call.url.searchParams.get('grant_type')
  // Counted for its session, so that another one from the same address takes nothing from it.
  if (grant === 'refresh_token') return refreshSession(auth, call)
  const limited = call.limit('token')
  if (limited) return limited
  return grant === 'password' ? signIn(auth, call) : notImplemented('Signing in by anything but a password')
}

const wrong = () => new ServiceRefusal(400, 'invalid_credentials', 'Invalid login credentials')

const signIn = withBody(z.object({ email: optionalText, password: optionalText }), async (auth, call, body) => {
  if (body.email === '') return invalid('missing email or phone')
  // Guesses at one account from many addresses. The API, which holds the secret key, has counted its own.
  const guessed = (await refuseNonAdmin(auth, call)) && limitGuesses(call, body.email.toLowerCase())
  if (guessed) return guessed
  const user = await findUserByEmail(auth.sql, body.email)
  const right = await auth.passwords.verify(body.password, user?.encrypted_password)
  if (user === undefined || !right) return wrong()
  const now = auth.now()
  if (isBanned(user, now)) return new ServiceRefusal(400, 'user_banned', 'User is banned')
  if (user.email_confirmed_at === undefined)
    return new ServiceRefusal(400, 'email_not_confirmed', 'Email not confirmed')
  const session = await openSession(auth.sql, {
    userId: user.id,
    proof: 'password',
    now,
    ifHash: user.encrypted_password,
    call,
  })
  return session === undefined ? wrong() : answerSession(auth, session)
})
