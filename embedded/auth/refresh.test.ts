import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { password } from '../../testing/family.ts'
import { refresh, refused, signedUp, story, storyWith } from '../../testing/auth-service.ts'
import type { TestAuth } from '../../testing/auth-service.ts'

/** Refreshes and returns the new token. */
async function next(server: TestAuth, token: string): Promise<string> {
  const answer = await refresh(server, token)
  assert.equal(answer.status, 200)
  return String(answer.body['refresh_token'])
}

story(
  'A refresh gives a new pair for the same session, and the same again to a client that lost the answer',
  async (server) => {
    const { client, session, sessionId, user } = await signedUp(server)
    server.advanceClock(60)
    const { data } = await client.refreshSession()
    assert.equal(data.user?.id, user.id)
    const second = data.session?.refresh_token ?? ''
    assert.notEqual(second, session.refresh_token)
    const [before, after] = [decodeJwt(session.access_token), decodeJwt(data.session?.access_token ?? '')]
    assert.deepEqual([after['session_id'], after['amr']], [sessionId, before['amr']])
    assert.ok((after.exp ?? 0) >= (before.exp ?? 0) + 60)

    server.advanceClock(3600)
    assert.equal(await next(server, session.refresh_token), second)
    // Two generations back is forgiven within ten seconds.
    const fourth = await next(server, await next(server, second))
    server.advanceClock(9)
    assert.notEqual(await next(server, second), fourth)
  },
)

story('Later it is a theft: nothing of that session works any more, another device is untouched', async (server) => {
  const { client, session, email } = await signedUp(server)
  const other = await server.client().signInWithPassword({ email, password })
  const second = await next(server, session.refresh_token)
  server.advanceClock(5)
  const third = await next(server, second)
  server.advanceClock(6)
  // The youngest was never used, and the second was used within the last ten seconds: neither helps a thief.
  for (const token of [session.refresh_token, third, second])
    refused(await refresh(server, token), 400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  const { error } = await client.refreshSession({ refresh_token: third })
  assert.equal(error?.code, 'refresh_token_already_used')
  await next(server, other.data.session?.refresh_token ?? '')
})

story('Eight tabs that refresh at once all get one and the same token', async (server) => {
  const { session } = await signedUp(server)
  const tokens = await Promise.all(Array.from({ length: 8 }, () => next(server, session.refresh_token)))
  assert.equal(new Set(tokens).size, 1)
})

story('A refresh that cannot get its turn within five seconds is a conflict', async (server) => {
  const { session, sessionId } = await signedUp(server)
  await server.sql.begin(async (tx) => {
    await tx`select from auth.sessions where id = ${sessionId} for update`
    server.setClockStep(1)
    const answer = await refresh(server, session.refresh_token)
    refused(answer, 409, 'conflict', /^Too many concurrent token refresh requests/)
  })
  await next(server, session.refresh_token)
})

storyWith({ rateLimits: true }, 'A session that renews without end is stopped, and no other one', async (server) => {
  const [{ session: hasty }, { session: quiet }] = [await signedUp(server), await signedUp(server)]
  let token = hasty.refresh_token
  let answer = await refresh(server, token)
  for (let time = 1; answer.status === 200; time++) {
    assert.ok(time < 1000, 'it was never stopped')
    token = String(answer.body['refresh_token'])
    answer = await refresh(server, token)
  }
  refused(answer, 429, 'over_request_rate_limit')
  await next(server, quiet.refresh_token)
  server.advanceClock(2)
  await next(server, token)
})

story('Used-up tokens are deleted after a day, and an answer that was lost is still made up for', async (server) => {
  const { session, sessionId } = await signedUp(server)
  const kept = async () => (await server.sql`select from auth.refresh_tokens where session_id = ${sessionId}`).length
  // As a month of renewals leaves it.
  await server.sql`
    insert into auth.refresh_tokens (instance_id, token, user_id, parent, revoked, created_at, updated_at, session_id)
    select t.instance_id, t.token || n, t.user_id, t.token || (n - 1), true, now(), now(), t.session_id
    from auth.refresh_tokens t, generate_series(1, 997) n where t.token = ${session.refresh_token}`
  const before = await next(server, await next(server, session.refresh_token))
  const token = await next(server, before)
  await server.auth.deleteExpired()
  assert.equal(await kept(), 1001)
  server.advanceClock(86_401)
  await server.auth.deleteExpired()
  assert.equal(await kept(), 2)
  // The answer that held the newest was lost.
  assert.equal(await next(server, before), token)
  await next(server, token)
  // A deleted token is not found; a kept one that is used late ends the session.
  refused(await refresh(server, session.refresh_token), 400, 'refresh_token_not_found')
  server.advanceClock(60)
  refused(await refresh(server, before), 400, 'refresh_token_already_used')
})
