import { z } from 'zod'
import type { Sql } from '../postgres/connect.ts'
import { ServiceRefusal } from '../service-refusal.ts'
import { optionalText, withBody } from './body.ts'
import type { Auth, AuthCall } from './context.ts'
import { invalid } from './refusal.ts'
import { answerSession, ip, randomToken, userAgent } from './sessions.ts'
import type { AuthSession } from './sessions.ts'
import { isBanned, User, userRow } from './users.ts'

/** POST /token?grant_type=refresh_token */
export const refreshSession = withBody(
  z.object({ refresh_token: optionalText }),
  async (auth, call, { refresh_token: token }) => {
    if (token === '') return invalid('refresh_token required')
    // A token that is known counts for its session, wherever it is renewed from; any other for the address that made it
    // up.
    const sessionId = await findSessionId(auth.sql, token)
    const limited = sessionId === undefined ? call.limit('token') : call.limit('renewal', sessionId)
    if (limited) return limited
    const session = await rotate(auth, call, token)
    return session instanceof ServiceRefusal ? session : answerSession(auth, session)
  },
)

async function findSessionId(sql: Sql, token: string): Promise<string | undefined> {
  const [known] = await sql<{ session_id: string }[]>`select session_id from auth.refresh_tokens where token = ${token}`
  return known?.session_id
}

const timeoutMs = 5000
/** How far a clock is corrected in everyday use, in milliseconds. */
const clockSkewMs = 60_000

/** Waits its turn: one refresh of a session at a time. */
async function rotate(auth: Auth, call: AuthCall, token: string): Promise<AuthSession | ServiceRefusal> {
  const begun = auth.now().getTime()
  // A clock that was put back would have it wait for hours.
  for (let pauseMs = 5; Math.abs(auth.now().getTime() - begun) < timeoutMs; pauseMs = Math.min(pauseMs * 2, 80)) {
    const outcome = await auth.sql.begin((tx) => rotateOnce(tx, auth, call, token))
    if (outcome !== 'busy') return outcome
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return new ServiceRefusal(
    409,
    'conflict',
    'Too many concurrent token refresh requests on the same session or refresh token',
  )
}

const State = z.object({
  revoked: z.boolean(),
  updated_at: z.date(),
  active: z.object({ token: z.string(), parent: z.string().nullable() }).nullable(),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })),
  row: User,
})

async function rotateOnce(
  tx: Sql,
  auth: Auth,
  call: AuthCall,
  token: string,
): Promise<AuthSession | ServiceRefusal | 'busy'> {
  // The session's row is the lock of its whole chain of tokens. What follows is read by a later
  // statement, so that it sees what the holder before us has committed.
  const [locked] = await tx<{ id: string }[]>`
    select s.id from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id where t.token = ${token} for update of s skip locked`
  if (locked === undefined) {
    return (await findSessionId(tx, token)) === undefined
      ? refused('refresh_token_not_found', 'Refresh Token Not Found')
      : 'busy'
  }
  const sessionId = locked.id
  const [found] = await tx`
    select
      t.revoked, t.updated_at, ${userRow(tx)},
      (
        select jsonb_build_object('token', a.token, 'parent', a.parent) from auth.refresh_tokens a
        where a.session_id = s.id and not a.revoked order by a.id desc limit 1
      ) as active,
      (
        select coalesce(jsonb_agg(jsonb_build_object('method', c.authentication_method, 'timestamp', floor(extract(epoch from c.created_at)))), '[]')
        from auth.mfa_amr_claims c where c.session_id = s.id
      ) as amr
    from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id join auth.users u on u.id = s.user_id
    where t.token = ${token}`
  const state = State.parse(found)

  const now = auth.now()
  const rotated = (refreshToken: string): AuthSession => ({
    id: sessionId,
    user: state.row,
    refreshToken,
    amr: state.amr,
  })
  if (isBanned(state.row, now)) return refused('user_banned', 'User Banned')
  if (state.revoked) {
    // The answer with the active token was lost on its way: the client gets that same token again.
    if (state.active?.parent === token) return rotated(state.active.token)
    const usedFor = now.getTime() - state.updated_at.getTime()
    // After the clock was put back it was used in the future, and would be good until then.
    if (usedFor >= auth.settings.refreshTokenReuseInterval * 1000 || usedFor < -clockSkewMs) {
      await revokeFamily(tx, auth, sessionId, now)
      return refused('refresh_token_already_used', 'Already Used')
    }
  }

  const child = randomToken(12)
  await tx`
    with used as (
      update auth.refresh_tokens set revoked = true, updated_at = ${now} where token = ${token} and not revoked
    ), session as (
      update auth.sessions
      set refreshed_at = ${now}::timestamptz at time zone 'utc', user_agent = ${userAgent(call)}, ip = ${ip(call)}::inet
      where id = ${sessionId}
    )
    insert into auth.refresh_tokens (instance_id, token, user_id, parent, revoked, created_at, updated_at, session_id)
    values (
      '00000000-0000-0000-0000-000000000000', ${child}, ${state.row.id}, ${token}, false, ${now}, ${now}, ${sessionId}
    )`
  return rotated(child)
}

/**
 * Somebody may hold a stolen token, so nothing of this session works any more. The hosted service
 * stamps the present time, which lets the youngest tokens live on for the reuse interval; ours are
 * dated back behind it.
 */
async function revokeFamily(tx: Sql, auth: Auth, sessionId: string, now: Date): Promise<void> {
  const behind = new Date(now.getTime() - auth.settings.refreshTokenReuseInterval * 1000)
  await tx`
    update auth.refresh_tokens set revoked = true, updated_at = least(updated_at, ${behind}) where session_id = ${sessionId}`
}

/**
 * Deletes refresh tokens that were used up more than a day ago, as the hosted service does. The one before a session's
 * newest stays: a client that lost the answer with the newest still has that one. A stolen token that comes back within
 * the day ends its session.
 */
export async function deleteUsedTokens(sql: Sql, now: Date): Promise<void> {
  await sql`
    delete from auth.refresh_tokens used
    where revoked and updated_at < ${new Date(now.getTime() - 86_400_000)}
      and not exists (select from auth.refresh_tokens newest where newest.parent = used.token and newest.session_id = used.session_id and not newest.revoked)`
}

const refused = (code: string, why: string) => new ServiceRefusal(400, code, `Invalid Refresh Token: ${why}`)
