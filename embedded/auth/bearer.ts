import { z } from 'zod'
import type { Claims } from '../tokens.ts'
import type { Auth, Call } from './context.ts'
import { Refusal } from './refusal.ts'
import { isBanned, User, userRow } from './users.ts'

export type SignedIn = { user: User; claims: Claims; session: { id: string; createdAt: Date; recovered: boolean } | undefined }

const Uuid = z.guid()
const Row = z.object({
  row: User,
  session_id: z.string().nullable(),
  session_created_at: z.date().nullable(),
  recovered: z.boolean(),
})

/** Who sends this request; only Auth itself notices at once that a session has ended. */
export async function requireUser(auth: Auth, call: Call): Promise<SignedIn | Refusal> {
  const claims = await requireClaims(auth, call)
  if (claims instanceof Refusal) return claims
  if (claims.sub === undefined || claims.sub === '') return badToken('invalid claim: missing sub claim')
  if (!Uuid.safeParse(claims.sub).success) return badToken('invalid claim: sub claim must be a UUID')
  const sessionId = claims.session_id === undefined || claims.session_id === '' ? null : claims.session_id
  if (sessionId !== null && !Uuid.safeParse(sessionId).success) return badToken('invalid claim: session_id claim must be a UUID')

  const { sql } = auth
  const [found] = await sql`
    select
      ${userRow(sql)}, s.id as session_id, s.created_at as session_created_at,
      exists (
        select from auth.mfa_amr_claims c
        where c.session_id = s.id and c.authentication_method in ('otp', 'magiclink', 'recovery')
      ) as recovered
    from auth.users u left join auth.sessions s on s.user_id = u.id and s.id = ${sessionId}
    where u.id = ${claims.sub}`
  if (found === undefined) return new Refusal(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const { row: user, session_id, session_created_at, recovered } = Row.parse(found)
  if (sessionId !== null && session_id === null) {
    return new Refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (isBanned(user, auth.now())) return new Refusal(403, 'user_banned', 'User is banned')
  const session = session_id === null || session_created_at === null ? undefined : { id: session_id, createdAt: session_created_at, recovered }
  return { user, claims, session }
}

/** As requireUser, for what changes the account: not on a device that acts as somebody whose account it is not. */
export async function requireOwner(auth: Auth, call: Call): Promise<SignedIn | Refusal> {
  const caller = await requireUser(auth, call)
  if (caller instanceof Refusal || (await auth.mayChangeAccount(caller.claims))) return caller
  return new Refusal(403, 'no_authorization', 'This device may not change the account')
}

export async function refuseNonAdmin(auth: Auth, call: Call): Promise<Refusal | undefined> {
  const claims = await requireClaims(auth, call)
  if (claims instanceof Refusal) return claims
  return claims.role === 'service_role' || claims.role === 'supabase_admin' ? undefined : new Refusal(403, 'not_admin', 'User not allowed')
}

async function requireClaims(auth: Auth, { request }: Call): Promise<Claims | Refusal> {
  const token = /^bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined) return new Refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const verdict = await auth.tokens.verify(token)
  return verdict.ok ? verdict.claims : badToken(`invalid JWT: unable to parse or verify signature, ${verdict.message}`)
}

const badToken = (message: string) => new Refusal(403, 'bad_jwt', message)
