import { isIP } from 'node:net'
import type { Sql } from '../postgres/connect.ts'
import type { Auth, AuthCall } from './context.ts'
import { findUserById, userJson } from './users.ts'
import type { User } from './users.ts'

export type AuthSession = {
  id: string
  user: User
  refreshToken: string
  /** How the session was proven, when; `timestamp` in seconds. */
  amr: { method: string; timestamp: number }[]
}

/**
 * Signs `userId` in; undefined when that user is gone or, with `ifHash`, no longer has the password
 * that was checked: a password change that came in between must win.
 */
export async function openSession(
  sql: Sql,
  {
    userId,
    proof,
    now,
    ifHash = null,
    call,
  }: { userId: string; proof: 'password' | 'otp'; now: Date; ifHash?: string | null; call: AuthCall },
): Promise<AuthSession | undefined> {
  const refreshToken = randomToken(12)
  const [opened] = await sql<{ session_id: string }[]>`
    with signed_in as (
      update auth.users set last_sign_in_at = ${now}, updated_at = ${now}
      where id = ${userId} and (${ifHash}::text is null or encrypted_password = ${ifHash})
      returning id
    ), session as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
      select gen_random_uuid(), id, ${now}, ${now}, 'aal1', ${userAgent(call)}, ${ip(call)}::inet from signed_in
      returning id, user_id
    ), amr as (
      insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
      select id, ${now}, ${now}, ${proof} from session
    )
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, session_id)
    select '00000000-0000-0000-0000-000000000000', ${refreshToken}, user_id, false, ${now}, ${now}, id from session
    returning session_id`
  const user = opened && (await findUserById(sql, userId))
  return user && { id: opened.session_id, user, refreshToken, amr: [{ method: proof, timestamp: seconds(now) }] }
}

export async function makeTokens(auth: Auth, { id, user, refreshToken, amr }: AuthSession) {
  const { jwtExpiry, issuer } = auth.settings
  const issued = seconds(auth.now())
  const access_token = await auth.tokens.sign({
    iss: issuer,
    sub: user.id,
    aud: user.aud,
    exp: issued + jwtExpiry,
    iat: issued,
    email: user.email,
    phone: '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: user.role,
    aal: 'aal1',
    amr,
    session_id: id,
    is_anonymous: false,
  })
  return {
    access_token,
    token_type: 'bearer',
    expires_in: jwtExpiry,
    expires_at: issued + jwtExpiry,
    refresh_token: refreshToken,
  }
}

/** The answer to every successful sign-in. */
export async function answerSession(auth: Auth, session: AuthSession): Promise<Response> {
  return Response.json({ ...(await makeTokens(auth, session)), user: userJson(session.user) })
}

/** `length` characters of 5 bits each. */
export function randomToken(length: number): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet.charAt(byte & 31)).join('')
}

export const userAgent = ({ request }: AuthCall) => request.headers.get('user-agent')

/** Null for anything Postgres would not take as an address. */
export const ip = ({ clientIp }: AuthCall) => (isIP(clientIp) === 0 || clientIp.includes('%') ? null : clientIp)

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
