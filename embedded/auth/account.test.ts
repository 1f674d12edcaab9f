import assert from 'node:assert/strict'
import type { Session } from '@supabase/supabase-js'
import { refused, signIn, signedUp, story, storyWith } from '../../testing/auth-service.ts'
import { password } from '../../testing/family.ts'

story('Signing out everywhere, here, or everywhere else', async (server) => {
  const { email } = await signedUp(server)
  const newSession = async () =>
    (await server.client().signInWithPassword({ email, password })).data.session ?? assert.fail()
  const isAlive = async ({ access_token: as }: Session) => (await server.call('GET', '/user', { as })).status === 200
  for (const [scope, isAliveHere, isAliveElsewhere] of [
    ['?scope=others', true, false],
    ['?scope=local', false, true],
    ['', false, false],
  ] as const) {
    const [here, elsewhere] = [await newSession(), await newSession()]
    const out = await server.call('POST', `/logout${scope}`, { as: here.access_token })
    assert.deepEqual([out.status, out.body], [204, { text: '' }])
    assert.deepEqual([await isAlive(here), await isAlive(elsewhere)], [isAliveHere, isAliveElsewhere], scope)
  }
})

storyWith(
  { requireCurrentPassword: true, rateLimits: true },
  'A holder of a token guesses no faster at the current password from many addresses',
  async (server) => {
    const { session, email } = await signedUp(server)
    const guess = (at: number) =>
      server.call('PUT', '/user', {
        as: session.access_token,
        body: { password: 'battery staple 2', current_password: `guess ${at}` },
        ip: `10.1.0.${at}`,
      })
    for (let at = 0; at < 15; at++) refused(await guess(at), 400, 'current_password_invalid')
    refused(await guess(15), 429, 'over_request_rate_limit')
    // The owner still signs in, because these guesses count for themselves.
    assert.equal((await signIn(server, email)).status, 200)
  },
)
