import assert from 'node:assert/strict'
import { refresh, refused, signedUp, story } from '../../testing/auth-service.ts'

const hour = 3600

story('After the clock was put back nobody waits for hours for another mail', async (server) => {
  const { email, user } = await signedUp(server)
  const mails = async () => (await server.sql`select from auth.mails where user_id = ${user.id}`).length
  const recover = () => server.call('POST', '/recover', { body: { email } })
  await recover()
  const before = await mails()
  server.advanceClock(-5 * hour)
  for (let time = 1; time <= 2; time++) {
    assert.equal((await recover()).status, 200)
    assert.equal(await mails(), before + 1)
  }
})

story('After the clock was put back a used token of a session is none, and its newest renews', async (server) => {
  const { session } = await signedUp(server)
  const { body: second } = await refresh(server, session.refresh_token)
  const { body: third } = await refresh(server, second['refresh_token'])
  server.advanceClock(-5 * hour)
  const { status, body: fourth } = await refresh(server, third['refresh_token'])
  assert.equal(status, 200)
  for (const token of [session.refresh_token, fourth['refresh_token']])
    refused(await refresh(server, token), 400, 'refresh_token_already_used')
})
