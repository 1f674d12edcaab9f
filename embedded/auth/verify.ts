import { z } from 'zod'
import { readBody, text } from './body.ts'
import type { Auth, Call, Handler, Sql } from './context.ts'
import { confirmEmailChange } from './email-change.ts'
import { parseEmail } from './email-address.ts'
import { redeem, tokenHash } from './one-time-tokens.ts'
import type { TokenType } from './one-time-tokens.ts'
import { redirectTarget } from './redirects.ts'
import { invalid, Refusal } from './refusal.ts'
import { answerSession, makeTokens, openSession } from './sessions.ts'
import type { OpenSession } from './sessions.ts'
import { findUserById, isBanned } from './users.ts'
import type { User } from './users.ts'

const tokenTypes: Record<string, readonly TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  sms: [],
  phone_change: [],
}

const Body = z.object({ type: text, token: text, token_hash: text, email: text, phone: text })

const halfway = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify: a mailed code with its address, or the hash that stands in the link. */
export const verify: Handler = async (auth, call) => {
  const limited = call.limit('verify')
  if (limited) return limited
  const body = await readBody(call.request, Body)
  if (body instanceof Refusal) return body
  if (body.type === '') return invalid('Verify requires a verification type')
  const types = tokenTypes[body.type]
  if (types === undefined) return invalid('Unsupported verification type')
  const hash = hashOf(body)
  if (hash instanceof Refusal) return hash
  const verified = await useToken(auth, call, hash, types, 'Token has expired or is invalid')
  if (verified instanceof Refusal) return verified
  if (verified === 'half') return Response.json({ code: '200', msg: halfway })
  return answerSession(auth, verified.user, verified.session)
}

function hashOf({ token, token_hash, email, phone }: z.infer<typeof Body>): string | Refusal {
  if (token !== '' && token_hash !== '') return invalid('Verify requires either a token or a token hash')
  if (token_hash !== '') {
    return email === '' && phone === '' ? token_hash : invalid('Only the token_hash and type should be provided')
  }
  if (token === '') return invalid('Verify requires a token or a token hash')
  if ((email === '') === (phone === '')) return invalid('Only an email address or phone number should be provided on verify')
  const address = email === '' ? phone : parseEmail(email)
  return address instanceof Refusal ? address : tokenHash(address, token.replaceAll('-', ''))
}

/** GET /verify?token&type&redirect_to: the link in a mail. */
export const followLink: Handler = async (auth, call) => {
  const limited = call.limit('verify')
  if (limited) return limited
  const query = call.url.searchParams
  const type = query.get('type') ?? ''
  const token = query.get('token') ?? ''
  if (token === '') return invalid('Verify requires a token or a token hash')
  if (type === '') return invalid('Verify requires a verification type')
  const target = redirectTarget(query.get('redirect_to'), auth.settings)
  const verified = await useToken(auth, call, token, tokenTypes[type] ?? [], 'Email link is invalid or has expired')
  if (verified instanceof Refusal) {
    return seeOther(target, { error: 'access_denied', error_code: verified.code, error_description: verified.message })
  }
  if (verified === 'half') return seeOther(target, { message: halfway })
  const tokens = await makeTokens(auth, verified.user, verified.session)
  return seeOther(target, {
    access_token: tokens.access_token,
    expires_at: String(tokens.expires_at),
    expires_in: String(tokens.expires_in),
    refresh_token: tokens.refresh_token,
    sb: '',
    token_type: tokens.token_type,
    type,
  })
}

function seeOther(target: string, fragment: Record<string, string>): Response {
  const url = new URL(target)
  url.hash = new URLSearchParams(fragment).toString()
  // The address holds tokens: nobody on the way may keep it.
  return new Response(null, { status: 303, headers: { location: url.href, 'cache-control': 'no-store' } })
}

type Verified = { user: User; session: OpenSession }

function useToken(auth: Auth, call: Call, hash: string, types: readonly TokenType[], expired: string): Promise<Verified | 'half' | Refusal> {
  return auth.sql.begin(async (tx) => {
    const redeemed = await redeem(tx, auth, hash, types)
    const user = redeemed && (await findUserById(tx, redeemed.userId))
    if (redeemed === undefined || user === undefined) return new Refusal(403, 'otp_expired', expired)
    const now = auth.now()
    if (isBanned(user, now)) return new Refusal(403, 'user_banned', 'User is banned')
    if (redeemed.type.startsWith('email_change')) {
      const outcome = await confirmEmailChange(tx, user.id, now)
      if (outcome !== 'whole') return outcome
    } else {
      await confirm(tx, user, now)
    }
    const session = await openSession(tx, { userId: user.id, proof: 'otp', now, call })
    const verified = await findUserById(tx, user.id)
    if (session === undefined || verified === undefined) return new Refusal(403, 'otp_expired', expired)
    return { user: verified, session }
  })
}

/** Whoever read the mail has the address. */
async function confirm(tx: Sql, user: User, now: Date): Promise<void> {
  if (user.email_confirmed_at !== undefined) return
  await tx`
    with confirmed as (
      update auth.users set
        email_confirmed_at = ${now}, updated_at = ${now},
        raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
      where id = ${user.id}
    )
    update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = ${now}
    where user_id = ${user.id} and provider = 'email'`
}
