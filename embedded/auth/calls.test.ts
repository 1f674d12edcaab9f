import assert from 'node:assert/strict'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { withLog } from '../../testing/log.ts'
import { assertProof, refused, signIn, signedUp, story, storyWith } from '../../testing/auth-service.ts'
import type { TestAuth } from '../../testing/auth-service.ts'
import { newAddress, password } from '../../testing/family.ts'

const newPassword = 'battery staple 2'
const rightChange = { password: newPassword, current_password: password }
const inSupabase = 'in this call is not part of the embedded stack. Run Bubblequest on Supabase to use it.'
const notACall = 'This call of Auth is not part of the embedded stack. Run Bubblequest on Supabase to use it.'
const notJson = 'Could not parse request body as JSON'
const notRefreshed = 'Invalid Refresh Token: Refresh Token'
const notAnOwner = 'This device may not change the account'
const currentRequired = 'Current password required when setting new password.'

/** A caller, the body it sends, and the answer. */
type Refused = [caller: string, body: unknown, status: number, code: string, message?: string | RegExp]

/** Everything that Auth stores, as one text. */
async function stored({ sql }: TestAuth): Promise<string> {
  const tables = ['users', 'identities', 'sessions', 'refresh_tokens', 'one_time_tokens', 'mails']
  const rows = tables.map((table) => sql`select to_jsonb(t)::text from ${sql(`auth.${table}`)} t order by 1`)
  return JSON.stringify(await Promise.all(rows))
}

/** The session of a device that Anna gave to a child. */
let childsSession: unknown

storyWith(
  { requireCurrentPassword: true, mayChangeAccount: async (claims) => claims.session_id !== childsSession },
  'A call that is not in order is refused in the words of Supabase, and changes and mails nothing',
  async (server) => {
    const [anna, banned, gone] = [await signedUp(server), await signedUp(server), await signedUp(server)]
    const { email, user } = anna
    const child = (await server.client().signInWithPassword({ email, password })).data.session ?? assert.fail()
    childsSession = decodeJwt(child.access_token)['session_id']
    const waiting = await signedUp(server)
    await server.sql`update auth.users set email_confirmed_at = null where id = ${waiting.user.id}`
    await server.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${banned.user.id}`
    await server.sql`delete from auth.users where id = ${gone.user.id}`
    const { sign, anonToken, serviceToken } = server.tokens
    const tokens: Record<string, string> = {
      nobody: '',
      visitor: anonToken,
      operator: serviceToken,
      anna: anna.session.access_token,
      child: child.access_token,
      banned: banned.session.access_token,
      deleted: gone.session.access_token,
      malformed: 'nonsense',
      forged: `${anna.session.access_token.slice(0, -8)}AAAAAAAA`,
      expired: await sign({ sub: user.id, exp: 1 }),
      unnamed: await sign({ sub: 'me' }),
      'unnamed session': await sign({ sub: user.id, session_id: 'mine' }),
      'ended session': await sign({ sub: user.id, session_id: crypto.randomUUID() }),
      "another's session": await sign({ sub: user.id, session_id: banned.sessionId }),
    }
    const newcomer = newAddress()
    const refusals: Record<string, Refused[]> = {
      'POST /signup': [
        ['visitor', {}, 501, 'not_implemented', /^An account without an e-mail address is not part/],
        ['visitor', { email: newcomer, password, phone: '123' }, 501, 'not_implemented', `"phone" ${inSupabase}`],
        ['visitor', { email: newcomer }, 400, 'validation_failed', 'Signup requires a valid password'],
        ['visitor', { email: newcomer, password: 'é'.repeat(37) }, 400, 'validation_failed', /longer than 72/],
        ['visitor', { email: 'no address', password }, 400, 'validation_failed', /^Unable to validate email/],
        ['visitor', { email: `${'a'.repeat(252)}@b.c`, password }, 400, 'validation_failed', /address is too long/],
        ['visitor', '{"email":', 400, 'bad_json', `${notJson}: invalid JSON`],
        ['visitor', '', 400, 'bad_json', `${notJson}: unexpected end of JSON input`],
        ['visitor', '[]', 400, 'bad_json', `${notJson}: an object is expected`],
        ['visitor', { email: 5 }, 400, 'bad_json', `${notJson}: field email has the wrong type`],
        ['visitor', `"${'a'.repeat(1024 * 1024)}"`, 413, 'request_entity_too_large'],
        ['visitor', { email, password: newPassword }, 422, 'user_already_exists', 'User already registered'],
        ['visitor', { email: waiting.email, password: newPassword }, 422, 'user_already_exists'],
      ],
      'POST /token?grant_type=password': [
        ['visitor', { email, password: 'wrong' }, 400, 'invalid_credentials', 'Invalid login credentials'],
        ['visitor', { email: newcomer, password }, 400, 'invalid_credentials', 'Invalid login credentials'],
        ['visitor', { email }, 400, 'invalid_credentials', 'Invalid login credentials'],
        ['visitor', { password }, 400, 'validation_failed', 'missing email or phone'],
        ['visitor', { email: banned.email, password }, 400, 'user_banned', 'User is banned'],
      ],
      'POST /token?grant_type=pkce': [['visitor', {}, 501, 'not_implemented']],
      'POST /token?grant_type=refresh_token': [
        ['visitor', { refresh_token: null }, 400, 'validation_failed', 'refresh_token required'],
        ['visitor', { refresh_token: 'aaaaaaaaaaaa' }, 400, 'refresh_token_not_found', `${notRefreshed} Not Found`],
        ['visitor', { refresh_token: banned.session.refresh_token }, 400, 'user_banned', /: User Banned$/],
      ],
      'GET /user': [
        ['nobody', undefined, 401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
        ['malformed', undefined, 403, 'bad_jwt', /^invalid JWT: unable to parse or verify signature, /],
        ['forged', undefined, 403, 'bad_jwt', /signature/],
        ['expired', undefined, 403, 'bad_jwt', /expired/],
        ['visitor', undefined, 403, 'bad_jwt', 'invalid claim: missing sub claim'],
        ['unnamed', undefined, 403, 'bad_jwt', 'invalid claim: sub claim must be a UUID'],
        ['unnamed session', undefined, 403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID'],
        ['ended session', undefined, 403, 'session_not_found'],
        ["another's session", undefined, 403, 'session_not_found'],
        ['banned', undefined, 403, 'user_banned'],
        ['deleted', undefined, 403, 'user_not_found', 'User from sub claim in JWT does not exist'],
      ],
      'PUT /user': [
        ['anna', { password: 'short' }, 422, 'weak_password', 'Password should be at least 8 characters.'],
        ['anna', { password, current_password: password }, 422, 'same_password', /^New password should be different/],
        ['anna', { password: newPassword }, 400, 'current_password_required', currentRequired],
        ['anna', { password: newPassword, current_password: '?' }, 400, 'current_password_invalid', currentRequired],
        ['anna', { ...rightChange, email: newcomer }, 501, 'not_implemented', `"email" ${inSupabase}`],
        ['anna', { ...rightChange, data: { pet: 'cat' } }, 501, 'not_implemented', `"data" ${inSupabase}`],
        ['child', rightChange, 403, 'no_authorization', notAnOwner],
      ],
      'POST /logout': [['child', undefined, 403, 'no_authorization', notAnOwner]],
      'POST /logout?scope=others': [['child', undefined, 403, 'no_authorization', notAnOwner]],
      'POST /logout?scope=moon': [['anna', undefined, 400, 'validation_failed', 'Unsupported logout scope "moon"']],
      'POST /recover': [
        ['visitor', {}, 400, 'validation_failed', 'An email address is required'],
        ['visitor', { email, code_challenge: 'x' }, 501, 'not_implemented', `"code_challenge" ${inSupabase}`],
      ],
      'POST /resend': [
        ['visitor', { type: 'signup' }, 400, 'validation_failed', 'An email address is required'],
        ['visitor', { type: 'email_change', email }, 501, 'not_implemented'],
      ],
      'POST /verify': [
        ['visitor', { type: 'email_change', token_hash: '1' }, 501, 'not_implemented', /^A mailed link of this type/],
        ['visitor', { type: 'constructor', token_hash: '1' }, 501, 'not_implemented', /^A mailed link of this type/],
        ['visitor', { type: 'signup' }, 400, 'validation_failed', 'Verify requires a token hash'],
        ['visitor', { type: 'signup', token_hash: '1' }, 403, 'otp_expired', 'Token has expired or is invalid'],
      ],
      'GET /verify?type=signup': [['visitor', undefined, 400, 'validation_failed']],
      'GET /verify?token=1&type=moon': [['visitor', undefined, 501, 'not_implemented']],
      'POST /invite': [
        ['nobody', { email: newcomer }, 401, 'no_authorization'],
        ['malformed', { email: newcomer }, 403, 'bad_jwt'],
        ['visitor', { email: newcomer }, 403, 'not_admin', 'User not allowed'],
        ['anna', { email: newcomer }, 403, 'not_admin', 'User not allowed'],
        ['operator', { email: 'nonsense' }, 400, 'validation_failed'],
        ['operator', { email }, 422, 'email_exists', /^A user with this email address has already been registered/],
      ],
      'GET /admin/users': [['operator', undefined, 501, 'not_implemented', notACall]],
      [`DELETE /admin/users/${user.id}`]: [['operator', undefined, 501, 'not_implemented', notACall]],
      'DELETE /user': [['anna', undefined, 501, 'not_implemented', notACall]],
    }
    const before = await stored(server)
    for (const [call, rows] of Object.entries(refusals)) {
      const [method = '', path = ''] = call.split(' ')
      for (const [caller, body, status, code, message] of rows) {
        const answer = await server.call(method, path, { body, as: tokens[caller] ?? assert.fail(caller) })
        assert.equal(answer.status, status, `${call} of ${caller} with ${JSON.stringify(body)?.slice(0, 200)}`)
        refused(answer, status, code, message)
        // Supabase's clients ask for the shape of this version.
        if (status !== 501) assert.equal(answer.headers.get('x-supabase-api-version'), '2024-01-01')
      }
    }
    assert.equal(await stored(server), before)

    // The official client understands them too.
    const weak = await anna.client.signUp({ email: newcomer, password: 'abc' })
    assert.deepEqual([weak.error?.code, Reflect.get(weak.error ?? {}, 'reasons')], ['weak_password', ['length']])
    const { error } = await anna.client.signInWithOtp({ email })
    assert.deepEqual([error?.status, error?.message], [501, notACall])
    // The device of the child may end itself alone, and Anna all others.
    assert.equal((await server.call('POST', '/logout?scope=local', { as: child.access_token })).status, 204)
    const elsewhere = (await server.client().signInWithPassword({ email, password })).data.session?.access_token
    await anna.client.signOut({ scope: 'others' })
    assert.equal((await anna.client.getUser()).data.user?.id, user.id)
    refused(await server.call('GET', '/user', { as: elsewhere ?? '' }), 403, 'session_not_found')
  },
)

storyWith({ enableSignup: false }, 'A sign-up is refused while sign-ups are closed', async (server) => {
  const answer = await server.call('POST', '/signup', { body: { email: newAddress(), password } })
  refused(answer, 422, 'signup_disabled', 'Signups not allowed for this instance')
})

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
    const role = 'authenticated'
    assert.partialDeepStrictEqual(user, {
      ...{ email, aud: role, role, phone: '', is_anonymous: false, app_metadata, user_metadata },
      identities: [{ id: user.id, user_id: user.id, provider: 'email', identity_data }],
    })
    const { created_at, updated_at, confirmed_at, email_confirmed_at, last_sign_in_at } = user
    for (const stamp of [created_at, updated_at, confirmed_at, email_confirmed_at, last_sign_in_at])
      assert.match(stamp ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.partialDeepStrictEqual(session, { token_type: 'bearer', expires_in: 3600 })
    assert.match(session.refresh_token, /^[a-z0-9]{12}$/)
    assert.equal(decodeProtectedHeader(session.access_token).alg, 'ES256')
    const claims = decodeJwt(session.access_token)
    const iss = 'http://127.0.0.1:3000/auth/v1'
    const exp = session.expires_at
    assert.partialDeepStrictEqual(claims, { iss, sub: user.id, role, aal: 'aal1', exp, app_metadata, user_metadata })
    assertProof(claims, 'password')

    const again = await server.client().signInWithPassword({ email: email.toUpperCase(), password })
    assert.deepEqual([again.error, again.data.user?.id], [null, user.id])
  },
)

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

storyWith(
  { rateLimits: true },
  'Each kind of call has a limit of its own for each address, until some time has passed',
  async (server) => {
    const { session } = await signedUp(server)
    for (const call of [
      'POST /signup',
      'POST /recover',
      'POST /resend',
      'POST /verify',
      'PUT /user',
      'POST /token?grant_type=password',
    ]) {
      const [method = '', path = ''] = call.split(' ')
      const ask = (ip = '10.0.0.3') => server.call(method, path, { body: {}, as: session.access_token, ip })
      for (let i = 0; i < 30; i++) assert.notEqual((await ask()).status, 429, call)
      refused(await ask(), 429, 'over_request_rate_limit', 'Request rate limit reached')
      assert.notEqual((await ask('10.0.0.4')).status, 429, call)
      // 30 in five minutes.
      server.advanceClock(10)
      assert.notEqual((await ask()).status, 429, call)
    }
  },
)

story('A body that does not tell its length is cut off at the same size', async (server) => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(32))
      if (sent >= 64 * 1024 * 1024) controller.close()
    },
  })
  const request = new Request('http://localhost/signup', { method: 'POST', body: endless })
  assert.equal((await server.auth.fetch(request, '127.0.0.1')).status, 413)
  assert.ok(sent < 2 * 1024 * 1024)
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
