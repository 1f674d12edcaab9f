import assert from 'node:assert/strict'
import {
  keptTokens,
  mailedToken,
  newestMail,
  refused,
  signIn,
  signedUp,
  story,
  storyWith,
  verifyToken,
} from '../../testing/auth-service.ts'
import { newAddress, password } from '../../testing/family.ts'

story('Only the service role may', async (server) => {
  const { session } = await signedUp(server)
  const invite = (as: string) => server.call('POST', '/invite', { body: { email: newAddress() }, as })
  for (const as of [session.access_token, server.tokens.anonToken])
    refused(await invite(as), 403, 'not_admin', 'User not allowed')
  refused(await invite(''), 401, 'no_authorization')
  refused(await invite('x'), 403, 'bad_jwt')
  assert.deepEqual(await server.auth.mailbox.list(), [])
})

storyWith(
  { autoconfirm: false, requireCurrentPassword: true },
  'An invited parent chooses the first password through the mailed link, and can sign in from then on',
  async (server) => {
    const email = newAddress()
    const { data, error } = await server.admin.inviteUserByEmail(email.toUpperCase(), {
      data: { language: 'de', first_name: 'Anna' },
    })
    assert.equal(error, null)
    assert.deepEqual(
      [data.user?.email, data.user?.email_confirmed_at, data.user?.user_metadata],
      [email, undefined, { language: 'de', first_name: 'Anna' }],
    )
    assert.ok(data.user?.invited_at)
    assert.equal(data.user.confirmation_sent_at, data.user.invited_at)
    const mail = await newestMail(server, email)
    const token_hash = await mailedToken(server, email)
    assert.deepEqual(
      [mail.subject, mail.link],
      ['Du bist zu Bubblequest eingeladen', `https://quests.example/new-password#token_hash=${token_hash}&type=invite`],
    )
    for (const tried of ['', password]) {
      refused(await signIn(server, email, tried), 400, 'invalid_credentials')
    }
    const client = server.client()
    assert.equal((await client.verifyOtp({ type: 'invite', token_hash })).error, null)
    assert.equal((await client.updateUser({ password })).error, null)
    const signedIn = await server.client().signInWithPassword({ email, password })
    assert.ok(signedIn.data.user?.email_confirmed_at)
    assert.deepEqual(signedIn.data.user.app_metadata['providers'], ['email'])
    assert.equal(signedIn.data.user.identities?.[0]?.identity_data?.['email_verified'], true)
    refused(await verifyToken(server, 'invite', token_hash), 403, 'otp_expired')
  },
)

story(
  'An invitation that is sent again makes the older mail useless; a confirmed address gets none',
  async (server) => {
    const email = newAddress()
    const invite = (body: unknown) => server.call('POST', '/invite', { body, as: server.tokens.serviceToken })
    const first = await invite({ email })
    const older = await mailedToken(server, email)
    const second = await invite({ email, data: { first_name: 'Eve' } })
    assert.deepEqual([first.status, second.status, first.body['id']], [200, 200, second.body['id']])
    assert.deepEqual(second.body['user_metadata'], {})
    const token_hash = await mailedToken(server, email)
    const { confirmation_token, tokens } = await keptTokens(server, email)
    assert.deepEqual(tokens, { confirmation_token })
    refused(await verifyToken(server, 'invite', older), 403, 'otp_expired')
    assert.equal((await verifyToken(server, 'invite', token_hash)).status, 200)
    const mails = (await server.auth.mailbox.list()).length
    refused(await invite({ email }), 422, 'email_exists', 'A user with this email address has already been registered')
    refused(await invite({}), 400, 'validation_failed', 'An email address is required')
    refused(await invite({ email: 'nonsense' }), 400, 'validation_failed')
    assert.equal((await server.auth.mailbox.list()).length, mails)
  },
)
