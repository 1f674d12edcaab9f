import assert from 'node:assert/strict'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { assertProof, refused, signedUp, story, storyWith } from '../../testing/auth-service.ts'
import { newAddress, password } from '../../testing/family.ts'

const microseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

story(
  'A parent signs up and is signed in, with the user and the claims a Supabase project would give',
  async (server) => {
    const email = newAddress()
    const { data, error } = await server
      .client()
      .signUp({ email: email.toUpperCase(), password, options: { data: { firstName: 'Ada' } } })
    assert.equal(error, null)
    assert.ok(data.user && data.session)
    const { user, session } = data
    const app_metadata = { provider: 'email', providers: ['email'] }
    const user_metadata = { firstName: 'Ada', sub: user.id, email, email_verified: true, phone_verified: false }
    const identity_data = { sub: user.id, email, email_verified: false, phone_verified: false }
    assert.partialDeepStrictEqual(user, {
      email,
      aud: 'authenticated',
      role: 'authenticated',
      phone: '',
      is_anonymous: false,
      app_metadata,
    })
    assert.deepEqual(user.user_metadata, user_metadata)
    for (const stamp of [
      user.created_at,
      user.updated_at,
      user.confirmed_at,
      user.email_confirmed_at,
      user.last_sign_in_at,
    ]) {
      assert.match(stamp ?? '', microseconds)
    }
    assert.equal(user.identities?.length, 1)
    assert.partialDeepStrictEqual(user.identities[0], {
      id: user.id,
      user_id: user.id,
      provider: 'email',
      identity_data,
    })

    assert.partialDeepStrictEqual(session, { token_type: 'bearer', expires_in: 3600 })
    assert.match(session.refresh_token, /^[a-z0-9]{12}$/)
    assert.equal(decodeProtectedHeader(session.access_token).alg, 'ES256')
    const claims = decodeJwt(session.access_token)
    const iss = 'http://127.0.0.1:3000/auth/v1'
    assert.partialDeepStrictEqual(claims, {
      iss,
      sub: user.id,
      role: 'authenticated',
      aal: 'aal1',
      exp: session.expires_at,
      app_metadata,
      user_metadata,
    })
    assertProof(claims, 'password')
    assert.match(String(claims['session_id']), /^[0-9a-f-]{36}$/)
    assert.equal((await server.tokens.verify(session.access_token)).ok, true)
  },
)

story('A sign-up that is not in order is told why', async (server) => {
  const ask = (body: unknown) => server.call('POST', '/signup', { body })
  const email = newAddress()
  refused(await ask({}), 501, 'not_implemented', /^An account without an e-mail address is not part/)
  refused(await ask({ email }), 400, 'validation_failed', 'Signup requires a valid password')
  refused(
    await ask({ email, password: 'é'.repeat(37) }),
    400,
    'validation_failed',
    'Password cannot be longer than 72 characters',
  )
  refused(
    await ask({ email: 'not an address', password }),
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  )
  refused(
    await ask({ email: `${'a'.repeat(250)}@b.example`, password }),
    400,
    'validation_failed',
    'An email address is too long',
  )
  for (const other of [{ phone: '123' }, { code_challenge: 'x' }])
    refused(await ask({ email, password, ...other }), 501, 'not_implemented')
  refused(await ask({ email, password, data: { name: 'a\u0000' } }), 400, 'validation_failed', /NUL/)
  refused(await ask('{"email":'), 400, 'bad_json', 'Could not parse request body as JSON: invalid JSON')
  refused(await ask(''), 400, 'bad_json', 'Could not parse request body as JSON: unexpected end of JSON input')
  refused(await ask('[]'), 400, 'bad_json', 'Could not parse request body as JSON: an object is expected')
  refused(await ask(`{"email":"${'a'.repeat(1024 * 1024)}"}`), 413, 'request_entity_too_large')
  assert.equal((await server.sql`select from auth.users where email = ${email}`).length, 0)
})

story('A body that does not tell its length is cut off at the same size', async (server) => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(32))
      if (sent >= 64 * 1024 * 1024) controller.close()
    },
  })
  const answer = await server.auth.fetch(
    new Request('http://localhost/signup', { method: 'POST', body: endless }),
    '127.0.0.1',
  )
  assert.equal(answer.status, 413)
  assert.ok(sent < 2 * 1024 * 1024)
})

story('A weak password is refused with its reasons', async (server) => {
  const { error } = await server.client().signUp({ email: newAddress(), password: 'abc' })
  const { status, code, message } = error ?? {}
  assert.deepEqual([status, code, message], [422, 'weak_password', 'Password should be at least 8 characters.'])
  assert.deepEqual(Reflect.get(error ?? {}, 'reasons'), ['length'])
})

story('An address is registered once, also when two devices try at the same moment', async (server) => {
  const email = newAddress()
  const answers = await Promise.all([1, 2, 3].map(() => server.call('POST', '/signup', { body: { email, password } })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422, 422])
  for (const answer of answers)
    if (answer.status === 422) refused(answer, 422, 'user_already_exists', 'User already registered')
  const { data } = await server.client().signUp({ email, password })
  assert.equal(data.user, null)
})

story('Signing up with the address of an unconfirmed account does not open that account', async (server) => {
  const { email, user } = await signedUp(server)
  await server.sql`update auth.users set email_confirmed_at = null where id = ${user.id}`
  refused(
    await server.call('POST', '/signup', { body: { email, password: 'somebody elses 1' } }),
    422,
    'user_already_exists',
  )
})

storyWith({ enableSignup: false }, 'A sign-up is refused while sign-ups are closed', async (server) => {
  refused(
    await server.call('POST', '/signup', { body: { email: newAddress(), password } }),
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  )
})
