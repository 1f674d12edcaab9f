import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { password } from '../../testing/family.ts'
import { refresh, refused, signedUp, story, storyWith } from '../../testing/auth-service.ts'
import type { AuthResponse, TestAuth } from '../../testing/auth-service.ts'

/** Refreshes and returns the new token. */
async function next(server: TestAuth, token: string): Promise<string> {
  const answer = await refresh(server, token)
  assert.equal(answer.status, 200)
  return String(answer.body['refresh_token'])
}

/** Repeats the call until it is refused; the bucket is refilled meanwhile. */
async function untilRefused(ask: (time: number) => Promise<AuthResponse>): Promise<void> {
  for (let time = 1; time <= 1000; time++) {
    const answer = await ask(time)
    if (answer.status === 429) return refused(answer, 429, 'over_request_rate_limit')
  }
  assert.fail('was never refused')
}

story('A refresh gives a new pair for the same session and user', async (server) => {
  const { client, session, sessionId, user } = await signedUp(server)
  server.advanceClock(60)
  const { data } = await client.refreshSession()
  assert.equal(data.user?.id, user.id)
  assert.notEqual(data.session?.refresh_token, session.refresh_token)
  const before = decodeJwt(session.access_token)
  const after = decodeJwt(data.session?.access_token ?? '')
  assert.equal(after['session_id'], sessionId)
  assert.deepEqual(after['amr'], before['amr'])
  assert.ok((after.exp ?? 0) >= (before.exp ?? 0) + 60)
  const rows = await server.sql`
    select parent, revoked from auth.refresh_tokens where session_id = ${sessionId} order by id`
  assert.deepEqual(
    [...rows],
    [
      { parent: null, revoked: true },
      { parent: session.refresh_token, revoked: false },
    ],
  )
})

story('A client that lost the answer gets the same token again, even an hour later', async (server) => {
  const { session } = await signedUp(server)
  const second = await next(server, session.refresh_token)
  server.advanceClock(3600)
  const again = await refresh(server, session.refresh_token)
  assert.equal(again.body['refresh_token'], second)
  assert.equal((await server.sql`select from auth.refresh_tokens where parent = ${session.refresh_token}`).length, 1)
})

story('Two generations back is forgiven within ten seconds', async (server) => {
  const { session } = await signedUp(server)
  const third = await next(server, await next(server, session.refresh_token))
  server.advanceClock(9)
  assert.notEqual(await next(server, session.refresh_token), third)
})

story('Later it is a theft: nothing of that session works any more, another device is untouched', async (server) => {
  const { client, session, email } = await signedUp(server)
  const other = await server.client().signInWithPassword({ email, password })
  const second = await next(server, session.refresh_token)
  server.advanceClock(5)
  const third = await next(server, second)
  server.advanceClock(6)
  refused(
    await refresh(server, session.refresh_token),
    400,
    'refresh_token_already_used',
    'Invalid Refresh Token: Already Used',
  )
  // The youngest was never used, and the second was used within the last ten seconds: neither helps a thief.
  for (const token of [third, second, session.refresh_token])
    refused(await refresh(server, token), 400, 'refresh_token_already_used')
  const { error } = await client.refreshSession({ refresh_token: third })
  assert.equal(error?.code, 'refresh_token_already_used')
  await next(server, other.data.session?.refresh_token ?? '')
})

story('Eight tabs that refresh at once all get one and the same token', async (server) => {
  const { session } = await signedUp(server)
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(server, session.refresh_token)))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(new Set(answers.map(({ body }) => body['refresh_token'])).size, 1)
  assert.equal((await server.sql`select from auth.refresh_tokens where parent = ${session.refresh_token}`).length, 1)
  await next(server, String(answers[0]?.body['refresh_token']))
})

story('A refresh that cannot get its turn within five seconds is a conflict', async (server) => {
  const { session, sessionId } = await signedUp(server)
  const { promise: answered, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const holder = server.sql.begin(async (tx) => {
    await tx`select from auth.sessions where id = ${sessionId} for update`
    hold()
    await answered
  })
  await held
  server.setClockStep(1)
  refused(await refresh(server, session.refresh_token), 409, 'conflict', /^Too many concurrent token refresh requests/)
  letGo()
  await holder
  await next(server, session.refresh_token)
})

storyWith(
  { rateLimits: true },
  'Sessions are counted one by one, and made-up tokens for their caller alone',
  async (server) => {
    const sessions = await Promise.all(Array.from({ length: 25 }, () => signedUp(server)))
    await untilRefused((made) => refresh(server, `made-up-${made}`))
    // All of them from the same address as the made-up tokens.
    for (const { session } of sessions) await next(server, await next(server, session.refresh_token))
    // One session that renews without end is stopped, the others are not.
    const [{ session: hasty }, { session: quiet }] = [await signedUp(server), await signedUp(server)]
    let token = hasty.refresh_token
    await untilRefused(async () => {
      const answer = await refresh(server, token)
      if (answer.status === 200) token = String(answer.body['refresh_token'])
      return answer
    })
    await next(server, quiet.refresh_token)
    server.advanceClock(2)
    await next(server, token)
  },
)

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

story('A token nobody gave out, and no token at all, are told so', async (server) => {
  refused(
    await refresh(server, 'aaaaaaaaaaaa'),
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  )
  for (const token of ['', undefined, null])
    refused(await refresh(server, token), 400, 'validation_failed', 'refresh_token required')
  refused(await refresh(server, 5), 400, 'bad_json')
})
