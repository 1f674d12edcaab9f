import assert from 'node:assert/strict'
import { mailedToken, newAddress, password, refused, signedUp, stories, story, storyWith } from './test-stand.ts'

const newPassword = 'battery staple 2'

stories(
  'The own account',

  story('Who am I', async (stand) => {
    const { client, user } = await signedUp(stand)
    const { data } = await client.getUser()
    assert.deepEqual(data.user, user)
  }),

  story('A token that is missing, broken, without a user or of somebody gone', async (stand) => {
    const { session, user } = await signedUp(stand)
    const ask = (as: string) => stand.call('GET', '/user', { as })
    refused(await stand.call('GET', '/user', { as: '' }), 401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    refused(await ask('nonsense'), 403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature, token is malformed')
    refused(await ask(`${session.access_token.slice(0, -8)}AAAAAAAA`), 403, 'bad_jwt', /signature/)
    refused(await ask(await stand.tokens.sign({ sub: user.id, exp: 1 })), 403, 'bad_jwt', /expired/)
    refused(await stand.call('GET', '/user'), 403, 'bad_jwt', 'invalid claim: missing sub claim')
    refused(await ask(await stand.tokens.sign({ sub: 'me' })), 403, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
    refused(await ask(await stand.tokens.sign({ sub: user.id, session_id: 'mine' })), 403, 'bad_jwt')
    refused(await ask(await stand.tokens.sign({ sub: user.id, session_id: crypto.randomUUID() })), 403, 'session_not_found')
    const other = await signedUp(stand)
    const foreign = await stand.tokens.verify(other.session.access_token)
    assert.ok(foreign.ok && foreign.claims.session_id)
    refused(await ask(await stand.tokens.sign({ sub: user.id, session_id: foreign.claims.session_id })), 403, 'session_not_found')
    await stand.sql`delete from auth.users where id = ${user.id}`
    refused(await ask(session.access_token), 403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }),

  {
    ...story('A device that acts as somebody else changes nothing of the account, and signs out nobody but itself', async (stand) => {
      const { email, session, user } = await signedUp(stand)
      const elsewhere = await stand.client().signInWithPassword({ email, password })
      const as = session.access_token
      const no = [403, 'no_authorization', 'This device may not change the account'] as const
      for (const body of [{ data: { first_name: 'Mia' } }, { email: newAddress() }, { password: newPassword, current_password: password }, {}]) {
        refused(await stand.call('PUT', '/user', { as, body }), ...no)
      }
      for (const scope of ['?scope=global', '?scope=others', '']) refused(await stand.call('POST', `/logout${scope}`, { as }), ...no)
      assert.deepEqual((await stand.call('GET', '/user', { as })).body['user_metadata'], user.user_metadata)
      assert.equal((await stand.call('POST', '/logout?scope=local', { as })).status, 204)
      assert.equal((await stand.call('GET', '/user', { as: elsewhere.data.session?.access_token ?? '' })).status, 200)
    }),
    mayChangeAccount: () => Promise.resolve(false),
  },

  story('Signing out everywhere, here, or everywhere else', async (stand) => {
    const { email, session: first } = await signedUp(stand)
    const signIn = async () => {
      const client = stand.client()
      const { data } = await client.signInWithPassword({ email, password })
      return { client, session: data.session ?? first }
    }
    const alive = async (token: string) => (await stand.call('GET', '/user', { as: token })).status === 200
    const second = await signIn()
    const third = await signIn()
    assert.equal((await third.client.signOut({ scope: 'others' })).error, null)
    assert.deepEqual([await alive(first.access_token), await alive(second.session.access_token), await alive(third.session.access_token)], [false, false, true])

    const fourth = await signIn()
    const out = await stand.call('POST', '/logout?scope=local', { as: third.session.access_token })
    assert.deepEqual([out.status, out.body], [204, { text: '' }])
    assert.deepEqual([await alive(third.session.access_token), await alive(fourth.session.access_token)], [false, true])
    const gone = await stand.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: third.session.refresh_token } })
    refused(gone, 400, 'refresh_token_not_found')

    const fifth = await signIn()
    refused(await stand.call('POST', '/logout?scope=moon', { as: fifth.session.access_token }), 400, 'validation_failed', 'Unsupported logout scope "moon"')
    assert.equal((await stand.call('POST', '/logout', { as: fifth.session.access_token })).status, 204)
    assert.deepEqual([await alive(fourth.session.access_token), await alive(fifth.session.access_token)], [false, false])
    refused(await stand.call('POST', '/logout', { as: fifth.session.access_token }), 403, 'session_not_found')
  }),

  story('A new password ends the other sessions and every mailed link, and keeps this one', async (stand) => {
    const { client, email, session } = await signedUp(stand)
    const other = await stand.client().signInWithPassword({ email, password })
    await stand.call('POST', '/recover', { body: { email } })
    const { error } = await client.updateUser({ password: newPassword })
    assert.equal(error, null)
    assert.equal((await stand.call('GET', '/user', { as: session.access_token })).status, 200)
    refused(await stand.call('GET', '/user', { as: other.data.session?.access_token ?? '' }), 403, 'session_not_found')
    refused(await stand.call('POST', '/verify', { body: { type: 'recovery', token_hash: await mailedToken(stand, email) } }), 403, 'otp_expired')
    refused(await stand.call('POST', '/token?grant_type=password', { body: { email, password } }), 400, 'invalid_credentials')
    assert.equal((await stand.client().signInWithPassword({ email, password: newPassword })).error, null)
  }),

  story('A password that is weak, too long or the same as before is refused', async (stand) => {
    const { session } = await signedUp(stand)
    const change = (body: unknown) => stand.call('PUT', '/user', { as: session.access_token, body })
    refused(await change({ password: 'short' }), 422, 'weak_password', 'Password should be at least 8 characters.')
    refused(await change({ password: '' }), 422, 'weak_password')
    refused(await change({ password: 'x'.repeat(73) }), 400, 'validation_failed')
    refused(await change({ password }), 422, 'same_password', 'New password should be different from the old password.')
    refused(await change({ password: 5 }), 400, 'bad_json')
  }),

  storyWith({ requireCurrentPassword: true }, 'The current password is asked for, but not of who came through a mailed link', async (stand) => {
    const { session, email } = await signedUp(stand)
    const change = (body: unknown) => stand.call('PUT', '/user', { as: session.access_token, body })
    const sentence = 'Current password required when setting new password.'
    refused(await change({ password: newPassword }), 400, 'current_password_required', sentence)
    refused(await change({ password: newPassword, current_password: 'wrong' }), 400, 'current_password_invalid', sentence)
    assert.equal((await change({ password: newPassword, current_password: password })).status, 200)

    await stand.call('POST', '/recover', { body: { email } })
    const client = stand.client()
    await client.verifyOtp({ token_hash: await mailedToken(stand, email), type: 'recovery' })
    assert.equal((await client.updateUser({ password })).error, null)
  }),

  storyWith(
    { requireCurrentPassword: true, rateLimits: true },
    'Who holds a token guesses no faster at the current password from many addresses',
    async (stand) => {
      const { session, email } = await signedUp(stand)
      const guess = (at: number) =>
        stand.call('PUT', '/user', { as: session.access_token, body: { password: newPassword, current_password: `guess ${at}` }, ip: `10.1.0.${at}` })
      for (let at = 0; at < 15; at++) refused(await guess(at), 400, 'current_password_invalid')
      for (let at = 15; at < 30; at++) refused(await guess(at), 429, 'over_request_rate_limit')
      // The owner still signs in, because these guesses count for themselves.
      assert.equal((await stand.client().signInWithPassword({ email, password })).error, null)
    },
  ),

  story('A change of anything but the password is not spoken, and nothing is changed or mailed', async (stand) => {
    const { client, session, user } = await signedUp(stand)
    const mails = await stand.auth.mailbox.list()
    for (const other of [{ email: newAddress() }, { phone: '123' }, { data: { pet: 'cat' } }, { app_metadata: { role: 'admin' } }, { code_challenge: 'x' }]) {
      const change = { password: newPassword, ...other }
      const [name] = Object.keys(other)
      const sentence = `"${name}" in this call is not part of the embedded stack. Run Bubblequest on Supabase to use it.`
      refused(await stand.call('PUT', '/user', { as: session.access_token, body: change }), 501, 'not_implemented', sentence)
    }
    const { error } = await client.updateUser({ email: newAddress() })
    assert.deepEqual([error?.status, error?.message.startsWith('"email" in this call is not part of the embedded stack.')], [501, true])
    assert.deepEqual((await client.getUser()).data.user, user)
    assert.deepEqual(await stand.auth.mailbox.list(), mails)
  }),
)
