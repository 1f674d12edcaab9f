import assert from 'node:assert/strict'
import { withLog } from '../testing/log.ts'
import { password, refused, signedUp, stories, story, storyWith } from './test-stand.ts'

stories(
  'The service as a whole',

  story('The old error shape is answered to who does not name the API version, the new one to who does', async (stand) => {
    const body = { email: 'nobody@family.example', password }
    const old = await stand.call('POST', '/token?grant_type=password', { body, headers: { 'X-Supabase-Api-Version': '' } })
    assert.deepEqual(old.body, { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
    assert.equal(old.headers.get('x-supabase-api-version'), null)
    const before = await stand.call('POST', '/token?grant_type=password', { body, headers: { 'X-Supabase-Api-Version': '2023-12-31' } })
    assert.deepEqual(before.body, old.body)
    const modern = await stand.call('POST', '/token?grant_type=password', { body })
    assert.deepEqual(modern.body, { code: 'invalid_credentials', message: 'Invalid login credentials' })
    assert.equal(modern.headers.get('x-supabase-api-version'), '2024-01-01')
  }),

  storyWith({ rateLimits: true }, 'The 31st sign-in in a row is refused, for this address alone, until some time has passed', async (stand) => {
    const ask = (ip: string) => stand.call('POST', '/token?grant_type=password', { body: {}, ip })
    for (let i = 0; i < 30; i++) refused(await ask('10.0.0.1'), 400, 'validation_failed')
    refused(await ask('10.0.0.1'), 429, 'over_request_rate_limit', 'Request rate limit reached')
    refused(await ask('10.0.0.2'), 400, 'validation_failed')
    // 150 in five minutes: one every two seconds.
    stand.pass(2)
    refused(await ask('10.0.0.1'), 400, 'validation_failed')
    refused(await ask('10.0.0.1'), 429, 'over_request_rate_limit')
  }),

  storyWith({ rateLimits: true }, 'Each kind of call has a limit of its own', async (stand) => {
    const { session } = await signedUp(stand)
    const calls: [string, string][] = [
      ['POST', '/signup'],
      ['POST', '/recover'],
      ['POST', '/resend'],
      ['POST', '/verify'],
      ['PUT', '/user'],
    ]
    for (const [method, path] of calls) {
      const ask = () => stand.call(method, path, { body: { email: 'x' }, as: session.access_token, ip: '10.0.0.3' })
      for (let i = 0; i < 30; i++) assert.notEqual((await ask()).status, 429, path)
      refused(await ask(), 429, 'over_request_rate_limit')
    }
  }),

  story('What a project has switched off answers so', async (stand) => {
    const { session } = await signedUp(stand)
    const as = session.access_token
    refused(await stand.call('GET', '/authorize?provider=google'), 400, 'validation_failed', 'Unsupported provider: provider is not enabled')
    for (const [method, path, what] of [
      ['POST', '/otp', 'Signing in by a code or a link'],
      ['GET', '/reauthenticate', 'Proving who one is by a mailed code'],
      ['POST', '/admin/generate_link', 'Making links for users'],
      ['GET', '/admin/users/1/factors', 'A second factor'],
      ['GET', '/oauth/authorizations/1', 'The OAuth server'],
      ['POST', '/passkeys/authentication/options', 'Signing in with a passkey'],
    ] as const) {
      const sentence = `${what} is not part of the embedded stack. Run Bubblequest on Supabase to use it.`
      refused(await stand.call(method, path, method === 'POST' ? { body: {} } : {}), 501, 'feature_disabled', sentence)
    }
    refused(await stand.call('POST', '/factors', { as, body: { factor_type: 'totp' } }), 422, 'mfa_totp_enroll_not_enabled')
    refused(await stand.call('POST', '/factors', { as, body: { factor_type: 'phone' } }), 422, 'mfa_phone_enroll_not_enabled')
    refused(await stand.call('POST', '/factors', { as, body: { factor_type: 'webauthn' } }), 422, 'mfa_webauthn_enroll_not_enabled')
    refused(await stand.call('POST', '/factors', { as, body: {} }), 400, 'validation_failed')
    refused(await stand.call('POST', '/factors/1/verify', { as, body: {} }), 404, 'mfa_factor_not_found')
    refused(await stand.call('GET', '/user/identities/authorize', { as }), 404, 'manual_linking_disabled')
    refused(await stand.call('POST', '/sso', { body: {} }), 404, 'saml_provider_disabled')
    refused(await stand.call('POST', '/token?grant_type=id_token', { body: {} }), 400, 'provider_disabled')
    refused(await stand.call('POST', '/token?grant_type=web3', { body: {} }), 422, 'web3_provider_disabled')
    refused(await stand.call('POST', '/token?grant_type=pkce', { body: {} }), 400, 'validation_failed')
    refused(await stand.call('POST', '/token?grant_type=pkce', { body: { auth_code: 'a', code_verifier: 'b' } }), 404, 'flow_state_not_found')
  }),

  story('Routes that do not exist, and wrong methods', async (stand) => {
    refused(await stand.call('GET', '/nowhere'), 404, 'unknown')
    const wrong = await stand.call('DELETE', '/user')
    refused(wrong, 405, 'unknown')
    assert.equal(wrong.headers.get('allow'), 'GET, PUT')
  }),

  story('The service tells about itself', async (stand) => {
    assert.equal((await stand.call('GET', '/health')).body['name'], 'GoTrue')
    const settings = await stand.call('GET', '/settings')
    assert.equal(settings.body['mailer_autoconfirm'], true)
    assert.equal(settings.body['disable_signup'], false)
    assert.equal(Reflect.get(Object(settings.body['external']), 'email'), true)
    const jwks = await stand.call('GET', '/.well-known/jwks.json')
    assert.deepEqual(jwks.body, stand.tokens.publicKeys)
    assert.equal(JSON.stringify(jwks.body).includes('"d"'), false)
    assert.equal(jwks.headers.get('cache-control'), 'public, max-age=600')
    const { client } = await signedUp(stand)
    assert.equal((await client.getClaims()).data?.claims.role, 'authenticated')
  }),

  story('A failure of the machine says nothing of its cause, to the client or the log', async (stand) => {
    const { email } = await signedUp(stand)
    await stand.sql`
      create function auth.fail() returns trigger language plpgsql as $$
      begin raise exception 'no room for %', (select email from auth.users where id = new.user_id); end $$`
    await stand.sql`create trigger fail before insert on auth.sessions for each row execute function auth.fail()`
    const asked = withLog(async (lines) => {
      const answer = await stand.call('POST', '/token?grant_type=password', { body: { email, password } })
      assert.equal(answer.status, 500)
      assert.equal(answer.body['code'], 'unexpected_failure')
      assert.equal(answer.body['message'], 'Unexpected failure, please check server logs for more information')
      assert.match(String(answer.body['error_id']), /^[0-9a-f-]{36}$/)
      assert.equal(lines.length, 1)
      assert.ok(lines[0]?.includes(String(answer.body['error_id'])))
      assert.equal(lines[0]?.includes(email) || lines[0]?.includes(password), false)
    })
    await asked.finally(() => stand.sql`drop function auth.fail cascade`)
  }),
)
