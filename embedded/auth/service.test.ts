import assert from 'node:assert/strict'
import { withLog } from '../../testing/log.ts'
import { recoveryToken, refused, signIn, signedUp, story, storyWith } from '../../testing/auth-service.ts'
import { password } from '../../testing/family.ts'

storyWith(
  { rateLimits: true },
  'Each kind of call has a limit of its own for each address, until some time has passed',
  async (server) => {
    const { session } = await signedUp(server)
    for (const [method, path] of [
      ['POST', '/signup'],
      ['POST', '/recover'],
      ['POST', '/resend'],
      ['POST', '/verify'],
      ['PUT', '/user'],
      ['POST', '/token?grant_type=password'],
    ] as const) {
      const ask = (ip = '10.0.0.3') => server.call(method, path, { body: {}, as: session.access_token, ip })
      for (let i = 0; i < 30; i++) assert.notEqual((await ask()).status, 429, path)
      refused(await ask(), 429, 'over_request_rate_limit', 'Request rate limit reached')
      assert.notEqual((await ask('10.0.0.4')).status, 429, path)
      // 30 in five minutes.
      server.advanceClock(10)
      assert.notEqual((await ask()).status, 429, path)
    }
  },
)

story('A call that the product does not use gets one kind of response, in Supabase’s clients too', async (server) => {
  const { client, user } = await signedUp(server)
  const sentence = 'This call of Auth is not part of the embedded stack. Run Bubblequest on Supabase to use it.'
  for (const [method, path] of [
    ['GET', '/authorize?provider=google'],
    ['POST', '/otp'],
    ['GET', '/admin/users'],
    ['DELETE', `/admin/users/${user.id}`],
    ['POST', '/factors'],
    ['GET', '/sso/saml/metadata'],
    ['GET', '/nowhere'],
    ['DELETE', '/user'],
  ] as const) {
    refused(await server.call(method, path, { as: server.tokens.serviceToken }), 501, 'not_implemented', sentence)
  }
  for (const { error } of [await client.signInWithOtp({ email: user.email ?? '' }), await server.admin.listUsers()]) {
    assert.deepEqual([error?.status, error?.message], [501, sentence])
  }
  assert.equal((await client.signInAnonymously()).error?.status, 501)
  assert.equal((await client.getUser()).data.user?.id, user.id)
})

story('A HEAD uses no mailed link up', async (server) => {
  const { email } = await signedUp(server)
  const link = `/verify?type=recovery&token=${await recoveryToken(server, email)}`
  assert.equal((await server.call('HEAD', link)).status, 501)
  assert.match((await server.call('GET', link)).headers.get('location') ?? '', /access_token=/)
})

story('The service tells about itself', async (server) => {
  assert.equal((await server.call('GET', '/health')).body['name'], 'GoTrue')
  const settings = await server.call('GET', '/settings')
  assert.deepEqual(settings.body, { external: { email: true }, disable_signup: false, mailer_autoconfirm: true })
  const jwks = await server.call('GET', '/.well-known/jwks.json')
  assert.deepEqual(jwks.body, server.tokens.publicKeys)
  assert.equal(JSON.stringify(jwks.body).includes('"d"'), false)
  assert.equal(jwks.headers.get('cache-control'), 'public, max-age=600')
  const { client } = await signedUp(server)
  assert.equal((await client.getClaims()).data?.claims.role, 'authenticated')
})

story('A failure of the machine says nothing of its cause, to the client or the log', async (server) => {
  const { email } = await signedUp(server)
  await server.sql`
    create function auth.fail() returns trigger language plpgsql as $$
    begin raise exception 'no room for %', (select email from auth.users where id = new.user_id); end $$`
  await server.sql`create trigger fail before insert on auth.sessions for each row execute function auth.fail()`
  const asked = withLog(async (lines) => {
    const answer = await signIn(server, email)
    refused(answer, 500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')
    assert.match(String(answer.body['error_id']), /^[0-9a-f-]{36}$/)
    assert.equal(lines.length, 1)
    assert.ok(lines[0]?.includes(String(answer.body['error_id'])))
    assert.equal(lines[0]?.includes(email) || lines[0]?.includes(password), false)
  })
  await asked.finally(() => server.sql`drop function auth.fail cascade`)
})
