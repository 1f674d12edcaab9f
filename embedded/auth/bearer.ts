import { z } from 'zod'
import { ServiceRefusal } from '../service-refusal.ts'
import type { Claims } from '../tokens.ts'
import type { Auth, AuthCall } from './context.ts'
import { isBanned, User, userRow } from './users.ts'

/** `sessionId` is null for a token without a session, `recovered` true when a mailed link has opened it. */
export type SignedIn = { user: User; claims: Claims; sessionId: string | null; recovered: boolean }

const isUuid = (value: string) => z.guid().safeParse(value).success
const Row = z.object({ row: User, has_session: z.boolean(), recovered: z.boolean() })

/**
 * Returns the user of the request's token. Checks the session too, so that a token is refused as soon as its session
 * has ended.
 */
export async function requireUser(auth: Auth, call: AuthCall): Promise<SignedIn | ServiceRefusal> {
  const claims = await requireClaims(auth, call)
  if (claims instanceof ServiceRefusal) return claims
  const { sub } = claims
  const sessionId = claims.session_id || null
  if (sub === undefined || sub === '') return badToken('invalid claim: missing sub claim')
  if (!isUuid(sub)) return badToken('invalid claim: sub claim must be a UUID')
  if (sessionId !== null && !isUuid(sessionId)) return badToken('invalid claim: session_id claim must be a UUID')

  const { sql } = auth
  const [found] = await sql`
    select
      ${userRow(sql)},
      exists (select from auth.sessions s where s.user_id = u.id and s.id = ${sessionId}) as has_session,
      exists (select from auth.mfa_amr_claims c where c.session_id = ${sessionId} and c.authentication_method = 'otp') as recovered
    from auth.users u where u.id = ${sub}`
  if (found === undefined) return new ServiceRefusal(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const { row: user, has_session, recovered } = Row.parse(found)
  if (sessionId !== null && !has_session)
    return new ServiceRefusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  if (isBanned(user, auth.now())) return new ServiceRefusal(403, 'user_banned', 'User is banned')
  return { user, claims, sessionId, recovered }
}

/** As requireUser, for what changes the account: not on a device that acts as somebody whose account it is not. */
export async function requireOwner(auth: Auth, call: AuthCall): Promise<SignedIn | ServiceRefusal> {
  const caller = await requireUser(auth, call)
  if (caller instanceof ServiceRefusal || (await auth.mayChangeAccount(caller.claims))) return caller
  return new ServiceRefusal(403, 'no_authorization', 'This device may not change the account')
}

export async function refuseNonAdmin(auth: Auth, call: AuthCall): Promise<ServiceRefusal | undefined> {
  const claims = await requireClaims(auth, call)
  if (claims instanceof ServiceRefusal) return claims
  return claims.role === 'service_role' ? undefined : new ServiceRefusal(403, 'not_admin', 'User not allowed')
}

async function requireClaims(auth: Auth, { request }: AuthCall): Promise<Claims | ServiceRefusal> {
  const token = /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined)
    return new ServiceRefusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const verdict = await auth.tokens.verify(token)
  return verdict.ok ? verdict.claims : badToken(`invalid JWT: unable to parse or verify signature, ${verdict.message}`)
}

const badToken = (message: string) => new ServiceRefusal(403, 'bad_jwt', message)
