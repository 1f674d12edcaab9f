import assert from 'node:assert/strict'
import type { Session } from '@supabase/supabase-js'
import type { Claims } from '../tokens.ts'
import {
  recoveryToken,
  refresh,
  refused,
  signIn,
  signedUp,
  story,
  storyWith,
  verifyToken,
} from '../../testing/auth-service.ts'
import { newAddress, password } from '../../testing/family.ts'

const newPassword = 'battery staple 2'

story('A token that is missing, broken, without a user or of somebody gone', async (server) => {
  const { session, user } = await signedUp(server)
  const ask = (as: string) => server.call('GET', '/user', { as })
  const signed = (claims: Claims) => server.tokens.sign(claims)
  const { sessionId: foreign } = await signedUp(server)
  refused(await ask(''), 401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  for (const [token, why] of [
    ['nonsense', 'invalid JWT: unable to parse or verify signature, token is malformed'],
    [`${session.access_token.slice(0, -8)}AAAAAAAA`, /signature/],
    [await signed({ sub: user.id, exp: 1 }), /expired/],
    [server.tokens.anonToken, 'invalid claim: missing sub claim'],
    [await signed({ sub: 'me' }), 'invalid claim: sub claim must be a UUID'],
    [await signed({ sub: user.id, session_id: 'mine' }), 'invalid claim: session_id claim must be a UUID'],
  ] as const) {
    refused(await ask(token), 403, 'bad_jwt', why)
  }
  for (const session_id of [crypto.randomUUID(), foreign]) {
    refused(await ask(await signed({ sub: user.id, session_id })), 403, 'session_not_found')
  }
  await server.sql`delete from auth.users where id = ${user.id}`
  refused(await ask(session.access_token), 403, 'user_not_found', 'User from sub claim in JWT does not exist')
})

storyWith(
  { mayChangeAccount: () => Promise.resolve(false) },
  'A device that acts as somebody else changes nothing of the account, and signs out nobody but itself',
  async (server) => {
    const { email, session, user } = await signedUp(server)
    const elsewhere = await server.client().signInWithPassword({ email, password })
    const as = session.access_token
    const no = [403, 'no_authorization', 'This device may not change the account'] as const
    for (const body of [
      { data: { first_name: 'Mia' } },
      { email: newAddress() },
      { password: newPassword, current_password: password },
      {},
    ]) {
      refused(await server.call('PUT', '/user', { as, body }), ...no)
    }
    for (const scope of ['?scope=global', '?scope=others', ''])
      refused(await server.call('POST', `/logout${scope}`, { as }), ...no)
    assert.deepEqual((await server.call('GET', '/user', { as })).body['user_metadata'], user.user_metadata)
    assert.equal((await server.call('POST', '/logout?scope=local', { as })).status, 204)
    assert.equal((await server.call('GET', '/user', { as: elsewhere.data.session?.access_token ?? '' })).status, 200)
  },
)

story('Signing out everywhere, here, or everywhere else', async (server) => {
  const { email } = await signedUp(server)
  const newSession = async () =>
    (await server.client().signInWithPassword({ email, password })).data.session ?? assert.fail()
  const alive = async ({ access_token: as }: Session) => (await server.call('GET', '/user', { as })).status === 200
  for (const [scope, isAliveHere, isAliveElsewhere] of [
    ['?scope=others', true, false],
    ['?scope=local', false, true],
    ['?scope=global', false, false],
    ['', false, false],
  ] as const) {
    const [here, elsewhere] = [await newSession(), await newSession()]
    const out = await server.call('POST', `/logout${scope}`, { as: here.access_token })
    assert.deepEqual([out.status, out.body], [204, { text: '' }])
    assert.deepEqual([await alive(here), await alive(elsewhere)], [isAliveHere, isAliveElsewhere], scope)
    if (isAliveHere) continue
    const { refresh_token } = here
    refused(await refresh(server, refresh_token), 400, 'refresh_token_not_found')
    refused(await server.call('POST', '/logout', { as: here.access_token }), 403, 'session_not_found')
  }
  const moon = await server.call('POST', '/logout?scope=moon', { as: (await newSession()).access_token })
  refused(moon, 400, 'validation_failed', 'Unsupported logout scope "moon"')
})

story('A new password ends the other sessions and every mailed link, and keeps this one', async (server) => {
  const { client, email, session } = await signedUp(server)
  const other = await server.client().signInWithPassword({ email, password })
  const mailed = await recoveryToken(server, email)
  assert.equal((await client.updateUser({ password: newPassword })).error, null)
  assert.equal((await server.call('GET', '/user', { as: session.access_token })).status, 200)
  refused(await server.call('GET', '/user', { as: other.data.session?.access_token ?? '' }), 403, 'session_not_found')
  refused(await verifyToken(server, 'recovery', mailed), 403, 'otp_expired')
  refused(await signIn(server, email), 400, 'invalid_credentials')
  assert.equal((await signIn(server, email, newPassword)).status, 200)
})

story('A password that is weak, too long or the same as before is refused', async (server) => {
  const { session } = await signedUp(server)
  const change = (body: unknown) => server.call('PUT', '/user', { as: session.access_token, body })
  refused(await change({ password: 'short' }), 422, 'weak_password', 'Password should be at least 8 characters.')
  refused(await change({ password: '' }), 422, 'weak_password')
  refused(await change({ password: 'x'.repeat(73) }), 400, 'validation_failed')
  refused(await change({ password }), 422, 'same_password', 'New password should be different from the old password.')
  refused(await change({ password: 5 }), 400, 'bad_json')
})

storyWith(
  { requireCurrentPassword: true },
  'The current password is asked for, but not of who came through a mailed link',
  async (server) => {
    const { session, email } = await signedUp(server)
    const change = (body: unknown) => server.call('PUT', '/user', { as: session.access_token, body })
    const sentence = 'Current password required when setting new password.'
    refused(await change({ password: newPassword }), 400, 'current_password_required', sentence)
    refused(
      await change({ password: newPassword, current_password: 'wrong' }),
      400,
      'current_password_invalid',
      sentence,
    )
    assert.equal((await change({ password: newPassword, current_password: password })).status, 200)

    const client = server.client()
    await client.verifyOtp({ token_hash: await recoveryToken(server, email), type: 'recovery' })
    assert.equal((await client.updateUser({ password })).error, null)
  },
)

storyWith(
  { requireCurrentPassword: true, rateLimits: true },
  'A holder of a token guesses no faster at the current password from many addresses',
  async (server) => {
    const { session, email } = await signedUp(server)
    const guess = (at: number) =>
      server.call('PUT', '/user', {
        as: session.access_token,
        body: { password: newPassword, current_password: `guess ${at}` },
        ip: `10.1.0.${at}`,
      })
    for (let at = 0; at < 15; at++) refused(await guess(at), 400, 'current_password_invalid')
    for (let at = 15; at < 30; at++) refused(await guess(at), 429, 'over_request_rate_limit')
    // The owner still signs in, because these guesses count for themselves.
    assert.equal((await signIn(server, email)).status, 200)
  },
)

story('A change of anything but the password is not spoken, and nothing is changed or mailed', async (server) => {
  const { client, session, user } = await signedUp(server)
  const mails = await server.auth.mailbox.list()
  for (const other of [
    { email: newAddress() },
    { phone: '123' },
    { data: { pet: 'cat' } },
    { app_metadata: { role: 'admin' } },
    { code_challenge: 'x' },
  ]) {
    const change = { password: newPassword, ...other }
    const [name] = Object.keys(other)
    const sentence = `"${name}" in this call is not part of the embedded stack. Run Bubblequest on Supabase to use it.`
    refused(
      await server.call('PUT', '/user', { as: session.access_token, body: change }),
      501,
      'not_implemented',
      sentence,
    )
  }
  const { error } = await client.updateUser({ email: newAddress() })
  assert.deepEqual(
    [error?.status, error?.message.startsWith('"email" in this call is not part of the embedded stack.')],
    [501, true],
  )
  assert.deepEqual((await client.getUser()).data.user, user)
  assert.deepEqual(await server.auth.mailbox.list(), mails)
})
