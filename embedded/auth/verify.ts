import { z } from 'zod'
import type { Sql } from '../postgres/connect.ts'
import { ServiceRefusal } from '../service-refusal.ts'
import { optionalText, withBody } from './body.ts'
import type { Auth, AuthCall, AuthHandler, AuthSettings, MailKind } from './context.ts'
import { isMailKind, redeemToken } from './one-time-tokens.ts'
import { invalid, notImplemented } from './refusal.ts'
import { answerSession, makeTokens, openSession } from './sessions.ts'
import type { AuthSession } from './sessions.ts'
import { findUserById, isBanned } from './users.ts'
import type { User } from './users.ts'

const otherType = () => notImplemented('A mailed link of this type')

/** POST /verify {type, token_hash}: both are in our link. There is no code that could be guessed for an address. */
export const verify = withBody(z.object({ type: optionalText, token_hash: optionalText }), async (auth, call, body) => {
  if (!isMailKind(body.type)) return otherType()
  if (body.token_hash === '') return invalid('Verify requires a token hash')
  const session = await useToken(auth, call, body.token_hash, body.type, 'Token has expired or is invalid')
  return session instanceof ServiceRefusal ? session : answerSession(auth, session)
})

/** GET /verify?token&type&redirect_to: the link of Supabase's own templates, which needs no page. */
export const followLink: AuthHandler = async (auth, call) => {
  const query = call.url.searchParams
  const type = query.get('type') ?? ''
  const token = query.get('token') ?? ''
  if (token === '') return invalid('Verify requires a token or a token hash')
  if (!isMailKind(type)) return otherType()
  const target = redirectTarget(query.get('redirect_to'), auth.settings)
  const session = await useToken(auth, call, token, type, 'Email link is invalid or has expired')
  if (session instanceof ServiceRefusal) {
    return seeOther(target, { error: 'access_denied', error_code: session.code, error_description: session.message })
  }
  return seeOther(target, { ...(await makeTokens(auth, session)), sb: '', type })
}

function seeOther(target: string, fragment: Record<string, string | number>): Response {
  const url = new URL(target)
  const said = new URLSearchParams(Object.entries(fragment).map(([name, value]) => [name, String(value)]))
  said.sort()
  url.hash = said.toString()
  // The address has tokens in it: no cache may store it.
  return new Response(null, { status: 303, headers: { location: url.href, 'cache-control': 'no-store' } })
}

function useToken(
  auth: Auth,
  call: AuthCall,
  token: string,
  kind: MailKind,
  expired: string,
): Promise<AuthSession | ServiceRefusal> {
  return auth.sql.begin(async (tx) => {
    const userId = await redeemToken(tx, auth, token, kind)
    const user = userId && (await findUserById(tx, userId))
    if (!user) return new ServiceRefusal(403, 'otp_expired', expired)
    const now = auth.now()
    if (isBanned(user, now)) return new ServiceRefusal(403, 'user_banned', 'User is banned')
    await confirm(tx, user, now)
    const session = await openSession(tx, { userId: user.id, proof: 'otp', now, call })
    return session ?? new ServiceRefusal(403, 'otp_expired', expired)
  })
}

/** Confirms the address, because the mail was read there. */
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

/** Returns the address that a link may lead to: `wanted` if that is allowed, else the site itself. */
export function redirectTarget(
  wanted: string | null,
  { siteUrl, redirectUrls }: Pick<AuthSettings, 'siteUrl' | 'redirectUrls'>,
): string {
  const url = wanted === null ? null : URL.parse(wanted)
  // A name before the host only serves to look like another address.
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return siteUrl
  // Compared as parsed addresses: as text, http://site.example would also allow http://site.example.evil.test.
  if (url.origin === new URL(siteUrl).origin) return url.href
  const [address = ''] = url.href.split('#')
  return redirectUrls.some((pattern) => globOf(pattern).test(address)) ? url.href : siteUrl
}

/**
 * `*` and `?` stand for text and for a character without dots and slashes, `**` for any text, as in Supabase's list.
 */
function globOf(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|[^]/g, (part) => wildcards[part] ?? RegExp.escape(part))
  return new RegExp(`^${source}$`)
}

const wildcards: Record<string, string> = { '**': '.*', '*': '[^./]*', '?': '[^./]' }
