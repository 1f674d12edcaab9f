import assert from 'node:assert/strict'
import { refresh, refused, signedUp, story } from '../../testing/auth-service.ts'
import { createRateLimiter } from './rate-limits.ts'
import { createMailboxPage } from './mailbox-page.ts'

const hour = 3600

story('After the clock was put back nobody waits for hours for another mail', async (server) => {
  const { email, user } = await signedUp(server)
  const mails = async () => (await server.sql`select from auth.mails where user_id = ${user.id}`).length
  const recover = () => server.call('POST', '/recover', { body: { email } })
  await recover()
  await recover()
  const before = await mails()
  server.advanceClock(-5 * hour)
  assert.equal((await recover()).status, 200)
  assert.equal(await mails(), before + 1)
  await recover()
  assert.equal(await mails(), before + 1)
})

story('After the clock was put back a used token of a session is none, and its newest renews', async (server) => {
  const { session } = await signedUp(server)
  const { body: second } = await refresh(server, session.refresh_token)
  const { body: third } = await refresh(server, second['refresh_token'])
  server.advanceClock(-5 * hour)
  const { status, body: fourth } = await refresh(server, third['refresh_token'])
  assert.equal(status, 200)
  refused(await refresh(server, session.refresh_token), 400, 'refresh_token_already_used')
  refused(await refresh(server, fourth['refresh_token']), 400, 'refresh_token_already_used')
})

Deno.test('A bucket is refilled in its time after the clock was put back', () => {
  let time = 5 * hour * 1000
  const take = createRateLimiter(true, () => new Date(time))
  while (take('password', 'a') === undefined);
  time -= 5 * hour * 1000
  assert.equal(take('password', 'a')?.code, 'over_request_rate_limit')
  time += 20_000
  assert.equal(take('password', 'a'), undefined)
})

story('The mailbox opens after the clock was put back, whatever was typed before', async (server) => {
  let time = 5 * hour * 1000
  const page = createMailboxPage(
    server.auth.mailbox,
    () => {},
    () => time,
  )
  const enter = async (code: string) => {
    const body = new URLSearchParams({ code }).toString()
    return (await page.fetch(new Request('http://localhost/mailbox', { method: 'POST', body }))).status
  }
  while ((await enter('')) !== 429);
  time -= 5 * hour * 1000
  assert.equal(await enter(page.code()), 303)
})
