import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { refused, signedUp, story, storyWith } from './test-stand.ts'
import type { Answer, Stand } from './test-stand.ts'

const refresh = (stand: Stand, token: unknown) => stand.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })

/** Refreshes and hands the new token back. */
async function next(stand: Stand, token: string): Promise<string> {
  const answer = await refresh(stand, token)
  assert.equal(answer.status, 200)
  return String(answer.body['refresh_token'])
}

/** Asks again and again; what is counted is refilled while it is asked. */
async function untilRefused(ask: (time: number) => Promise<Answer>): Promise<void> {
  for (let time = 1; time <= 1000; time++) {
    const answer = await ask(time)
    if (answer.status === 429) return refused(answer, 429, 'over_request_rate_limit')
  }
  assert.fail('was never refused')
}

story('A refresh gives a new pair for the same session and user', async (stand) => {
  const { client, session, sessionId, user } = await signedUp(stand)
  stand.pass(60)
  const { data } = await client.refreshSession()
  assert.equal(data.user?.id, user.id)
  assert.notEqual(data.session?.refresh_token, session.refresh_token)
  const before = decodeJwt(session.access_token)
  const after = decodeJwt(data.session?.access_token ?? '')
  assert.equal(after['session_id'], sessionId)
  assert.deepEqual(after['amr'], before['amr'])
  assert.ok((after.exp ?? 0) >= (before.exp ?? 0) + 60)
  const rows = await stand.sql`
    select parent, revoked from auth.refresh_tokens where session_id = ${sessionId} order by id`
  assert.deepEqual(
    [...rows],
    [
      { parent: null, revoked: true },
      { parent: session.refresh_token, revoked: false },
    ],
  )
})

story('A client that lost the answer gets the same token again, even an hour later', async (stand) => {
  const { session } = await signedUp(stand)
  const second = await next(stand, session.refresh_token)
  stand.pass(3600)
  const again = await refresh(stand, session.refresh_token)
  assert.equal(again.body['refresh_token'], second)
  assert.equal((await stand.sql`select from auth.refresh_tokens where parent = ${session.refresh_token}`).length, 1)
})

story('Two generations back is forgiven within ten seconds', async (stand) => {
  const { session } = await signedUp(stand)
  const third = await next(stand, await next(stand, session.refresh_token))
  stand.pass(9)
  assert.notEqual(await next(stand, session.refresh_token), third)
})

story('Later it is a theft: nothing of that session works any more, another device is untouched', async (stand) => {
  const { client, session, email } = await signedUp(stand)
  const other = await stand.client().signInWithPassword({ email, password: 'correct horse 1' })
  const second = await next(stand, session.refresh_token)
  stand.pass(5)
  const third = await next(stand, second)
  stand.pass(6)
  refused(await refresh(stand, session.refresh_token), 400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  // The youngest was never used, and the second was used within the last ten seconds: neither helps a thief.
  for (const token of [third, second, session.refresh_token]) refused(await refresh(stand, token), 400, 'refresh_token_already_used')
  const { error } = await client.refreshSession({ refresh_token: third })
  assert.equal(error?.code, 'refresh_token_already_used')
  await next(stand, other.data.session?.refresh_token ?? '')
})

story('Eight tabs that refresh at once all get one and the same token', async (stand) => {
  const { session } = await signedUp(stand)
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(stand, session.refresh_token)))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(new Set(answers.map(({ body }) => body['refresh_token'])).size, 1)
  assert.equal((await stand.sql`select from auth.refresh_tokens where parent = ${session.refresh_token}`).length, 1)
  await next(stand, String(answers[0]?.body['refresh_token']))
})

story('A refresh that cannot get its turn within five seconds is a conflict', async (stand) => {
  const { session, sessionId } = await signedUp(stand)
  const { promise: answered, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const holder = stand.sql.begin(async (tx) => {
    await tx`select from auth.sessions where id = ${sessionId} for update`
    hold()
    await answered
  })
  await held
  stand.hurry(1)
  refused(await refresh(stand, session.refresh_token), 409, 'conflict', /^Too many concurrent token refresh requests/)
  letGo()
  await holder
  await next(stand, session.refresh_token)
})

storyWith({ rateLimits: true }, 'Sessions are counted one by one, and made-up tokens for their caller alone', async (stand) => {
  const sessions = await Promise.all(Array.from({ length: 25 }, () => signedUp(stand)))
  await untilRefused((made) => refresh(stand, `made-up-${made}`))
  // All of them from the same address as the made-up tokens.
  for (const { session } of sessions) await next(stand, await next(stand, session.refresh_token))
  // One session that renews without end is stopped, the others are not.
  const [{ session: hasty }, { session: quiet }] = [await signedUp(stand), await signedUp(stand)]
  let token = hasty.refresh_token
  await untilRefused(async () => {
    const answer = await refresh(stand, token)
    if (answer.status === 200) token = String(answer.body['refresh_token'])
    return answer
  })
  await next(stand, quiet.refresh_token)
  stand.pass(2)
  await next(stand, token)
})

story('Used-up tokens are deleted after a day, and an answer that was lost is still made up for', async (stand) => {
  const { session, sessionId } = await signedUp(stand)
  const kept = async () => (await stand.sql`select from auth.refresh_tokens where session_id = ${sessionId}`).length
  // As a month of renewals leaves it.
  await stand.sql`
    insert into auth.refresh_tokens (instance_id, token, user_id, parent, revoked, created_at, updated_at, session_id)
    select t.instance_id, t.token || n, t.user_id, t.token || (n - 1), true, now(), now(), t.session_id
    from auth.refresh_tokens t, generate_series(1, 997) n where t.token = ${session.refresh_token}`
  const before = await next(stand, await next(stand, session.refresh_token))
  const token = await next(stand, before)
  await stand.auth.deleteExpired()
  assert.equal(await kept(), 1001)
  stand.pass(86_401)
  await stand.auth.deleteExpired()
  assert.equal(await kept(), 2)
  // The answer that held the newest was lost.
  assert.equal(await next(stand, before), token)
  await next(stand, token)
  // A deleted token is not found; a kept one that is used late ends the session.
  refused(await refresh(stand, session.refresh_token), 400, 'refresh_token_not_found')
  stand.pass(60)
  refused(await refresh(stand, before), 400, 'refresh_token_already_used')
})

story('A token nobody gave out, and no token at all, are told so', async (stand) => {
  refused(await refresh(stand, 'aaaaaaaaaaaa'), 400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  for (const token of ['', undefined, null]) refused(await refresh(stand, token), 400, 'validation_failed', 'refresh_token required')
  refused(await refresh(stand, 5), 400, 'bad_json')
})
