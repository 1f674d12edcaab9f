import assert from 'node:assert/strict'
import { hashSync } from 'bcryptjs'
import { keptTokens, mailedToken, newAddress, newestMail, password, refused, signedUp, stories, story, storyWith } from './test-stand.ts'
import type { Stand } from './test-stand.ts'

const asAdmin = (stand: Stand, method: string, path: string, body?: unknown) =>
  stand.call(method, path, { as: stand.tokens.serviceToken, ...(body === undefined ? {} : { body }) })

stories(
  'Administration',

  story('The list comes in pages, newest first, with the total and the next page', async (stand) => {
    const ids: string[] = []
    for (let i = 0; i < 5; i++) {
      const { data } = await stand.admin.createUser({ email: newAddress(), password })
      ids.unshift(data.user?.id ?? '')
      await stand.sql`update auth.users set created_at = ${new Date(1000 * i)} where id = ${data.user?.id ?? ''}`
    }
    const first = await stand.admin.listUsers({ page: 1, perPage: 2 })
    assert.equal(first.error, null)
    assert.deepEqual(
      first.data.users.map(({ id }) => id),
      ids.slice(0, 2),
    )
    assert.deepEqual(
      [first.data.aud, Reflect.get(first.data, 'total'), Reflect.get(first.data, 'nextPage'), Reflect.get(first.data, 'lastPage')],
      ['authenticated', 5, 2, 3],
    )
    const last = await asAdmin(stand, 'GET', '/admin/users?page=3&per_page=2')
    assert.equal(last.headers.get('x-total-count'), '5')
    assert.equal(last.headers.get('link'), '</admin/users?page=3&per_page=2>; rel="last"')
    assert.deepEqual(
      Object(last.body['users']).map(({ id }: { id: string }) => id),
      ids.slice(4),
    )
    assert.deepEqual((await asAdmin(stand, 'GET', '/admin/users?page=9')).body['users'], [])

    const special = newAddress().replace('@', '_100%@')
    await stand.admin.createUser({ email: special })
    await stand.admin.createUser({ email: newAddress().replace('@', 'x100y@') })
    const found = await asAdmin(stand, 'GET', `/admin/users?filter=${encodeURIComponent('_100%')}`)
    assert.deepEqual(
      Object(found.body['users']).map(({ email }: { email: string }) => email),
      [special],
    )
    assert.equal((await stand.admin.listUsers()).data.users.length, 7)

    refused(await asAdmin(stand, 'GET', '/admin/users?page=two'), 400, 'validation_failed')
    refused(await asAdmin(stand, 'GET', '/admin/users?per_page=0'), 400, 'validation_failed', /greater than 0/)
  }),

  story('Only the service role may', async (stand) => {
    const { session, user } = await signedUp(stand)
    const calls: [string, string][] = [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${user.id}`],
      ['PUT', `/admin/users/${user.id}`],
      ['DELETE', `/admin/users/${user.id}`],
      ['POST', '/invite'],
    ]
    for (const [method, path] of calls) {
      refused(await stand.call(method, path, { as: session.access_token }), 403, 'not_admin', 'User not allowed')
      refused(await stand.call(method, path), 403, 'not_admin')
      refused(await stand.call(method, path, { headers: { apikey: '' } }), 401, 'no_authorization')
      refused(await stand.call(method, path, { as: 'x' }), 403, 'bad_jwt')
    }
  }),

  story('A user is made with everything given, confirmed or not, and can sign in', async (stand) => {
    const id = crypto.randomUUID()
    const email = newAddress()
    const { data, error } = await stand.admin.createUser({
      id,
      email: email.toUpperCase(),
      password: 'weak',
      email_confirm: true,
      user_metadata: { firstName: 'Ada' },
      app_metadata: { plan: 'family' },
      role: 'authenticated',
    })
    assert.equal(error, null)
    assert.deepEqual([data.user?.id, data.user?.email], [id, email])
    assert.deepEqual(data.user?.user_metadata, { firstName: 'Ada', email_verified: true })
    assert.deepEqual(data.user?.app_metadata, { provider: 'email', providers: ['email'], plan: 'family' })
    assert.ok(data.user?.email_confirmed_at)
    assert.equal((await stand.client().signInWithPassword({ email, password: 'weak' })).error, null)
    assert.equal((await stand.admin.getUserById(id)).data.user?.email, email)

    const imported = newAddress()
    await stand.admin.createUser({ email: imported, password_hash: hashSync('from elsewhere', 4), email_confirm: true })
    assert.equal((await stand.client().signInWithPassword({ email: imported, password: 'from elsewhere' })).error, null)
    const open = newAddress()
    assert.equal((await stand.admin.createUser({ email: open })).data.user?.email_confirmed_at, undefined)
  }),

  story('A user that cannot be made', async (stand) => {
    const { email, user } = await signedUp(stand)
    const make = (body: unknown) => asAdmin(stand, 'POST', '/admin/users', body)
    refused(await make({ email: email.toUpperCase() }), 422, 'email_exists', 'A user with this email address has already been registered')
    refused(await make({}), 400, 'validation_failed', 'Cannot create a user without either an email or phone')
    refused(await make({ email: 'x' }), 400, 'validation_failed')
    refused(await make({ phone: '1' }), 400, 'phone_provider_disabled')
    refused(await make({ email: newAddress(), id: '7' }), 400, 'validation_failed')
    refused(await make({ email: newAddress(), id: user.id }), 409, 'conflict')
    refused(await make({ email: newAddress(), password, password_hash: 'x' }), 400, 'validation_failed')
    refused(await make({ email: newAddress(), password_hash: '$argon2id$x' }), 400, 'validation_failed', /bcrypt/)
    refused(await make({ email: newAddress(), password: 'x'.repeat(73) }), 400, 'validation_failed')
    for (const ban_duration of ['tomorrow', '1h later', 'h', '999999999h'])
      refused(await make({ email: newAddress(), ban_duration }), 400, 'validation_failed', /^invalid format for ban duration/)
  }),

  story('Changing a user: a new password ends all sessions, metadata is merged, the ban can be lifted', async (stand) => {
    const { email, user, session } = await signedUp(stand)
    const change = (body: unknown) => asAdmin(stand, 'PUT', `/admin/users/${user.id}`, body)
    refused(await change({ password: 'short' }), 422, 'weak_password')
    const changed = await change({ user_metadata: { pet: 'cat' }, app_metadata: { plan: 'x' }, ban_duration: '24h' })
    assert.equal(Reflect.get(Object(changed.body['user_metadata']), 'email'), email)
    assert.equal(Reflect.get(Object(changed.body['user_metadata']), 'pet'), 'cat')
    assert.equal(Reflect.get(Object(changed.body['app_metadata']), 'provider'), 'email')
    assert.match(String(changed.body['banned_until']), /Z$/)
    assert.equal((await change({ ban_duration: 'none' })).body['banned_until'], undefined)
    assert.equal((await stand.call('GET', '/user', { as: session.access_token })).status, 200)
    await change({ password: 'battery staple 2' })
    refused(await stand.call('GET', '/user', { as: session.access_token }), 403, 'session_not_found')

    const taken = await signedUp(stand)
    refused(await change({ email: taken.email }), 422, 'email_exists')
    const wanted = newAddress()
    const moved = await change({ email: wanted, email_confirm: true })
    assert.equal(moved.body['email'], wanted)
    assert.equal(Object(moved.body['identities'])[0].email, wanted)
    assert.equal((await stand.client().signInWithPassword({ email: wanted, password: 'battery staple 2' })).error, null)
  }),

  storyWith(
    { autoconfirm: false, requireCurrentPassword: true },
    'An invited parent chooses the first password through the mailed link, and can sign in from then on',
    async (stand) => {
      const email = newAddress()
      const { data, error } = await stand.admin.inviteUserByEmail(email.toUpperCase(), { data: { language: 'de', first_name: 'Anna' } })
      assert.equal(error, null)
      assert.deepEqual([data.user?.email, data.user?.email_confirmed_at, data.user?.user_metadata], [email, undefined, { language: 'de', first_name: 'Anna' }])
      assert.ok(data.user?.invited_at)
      assert.equal(data.user.confirmation_sent_at, data.user.invited_at)
      const mail = await newestMail(stand, email)
      const token_hash = await mailedToken(stand, email)
      assert.deepEqual(
        [mail.subject, mail.link],
        ['Du bist zu Bubblequest eingeladen', `http://127.0.0.1:3000/new-password#token_hash=${token_hash}&type=invite`],
      )
      for (const tried of ['', password]) {
        refused(await stand.call('POST', '/token?grant_type=password', { body: { email, password: tried } }), 400, 'invalid_credentials')
      }
      const client = stand.client()
      assert.equal((await client.verifyOtp({ type: 'invite', token_hash })).error, null)
      assert.equal((await client.updateUser({ password })).error, null)
      const signedIn = await stand.client().signInWithPassword({ email, password })
      assert.ok(signedIn.data.user?.email_confirmed_at)
      assert.deepEqual(signedIn.data.user.app_metadata['providers'], ['email'])
      assert.equal(signedIn.data.user.identities?.[0]?.identity_data?.['email_verified'], true)
      refused(await stand.call('POST', '/verify', { body: { type: 'invite', token_hash } }), 403, 'otp_expired')
    },
  ),

  story('An invitation that is sent again makes the older mail useless; a confirmed address gets none', async (stand) => {
    const email = newAddress()
    const invite = (body: unknown) => asAdmin(stand, 'POST', '/invite', body)
    const first = await invite({ email })
    const older = await mailedToken(stand, email)
    const second = await invite({ email, data: { first_name: 'Eve' } })
    assert.deepEqual([first.status, second.status, first.body['id']], [200, 200, second.body['id']])
    assert.deepEqual(second.body['user_metadata'], {})
    const token_hash = await mailedToken(stand, email)
    const { confirmation_token, tokens } = await keptTokens(stand, email)
    assert.deepEqual(tokens, { confirmation_token })
    refused(await stand.call('POST', '/verify', { body: { type: 'invite', token_hash: older } }), 403, 'otp_expired')
    assert.equal((await stand.call('POST', '/verify', { body: { type: 'invite', token_hash } })).status, 200)
    const mails = (await stand.auth.mailbox.list()).length
    refused(await invite({ email }), 422, 'email_exists', 'A user with this email address has already been registered')
    refused(await invite({}), 400, 'validation_failed', 'An email address is required')
    refused(await invite({ email: 'nonsense' }), 400, 'validation_failed')
    assert.equal((await stand.auth.mailbox.list()).length, mails)
  }),

  story('Deleting a user takes everything along; softly, it leaves an empty shell', async (stand) => {
    const gone = await signedUp(stand)
    await stand.call('POST', '/recover', { body: { email: gone.email } })
    assert.equal((await stand.admin.deleteUser(gone.user.id)).error, null)
    const rows = await stand.sql`
      select id from auth.identities where user_id = ${gone.user.id} union all select id from auth.sessions where user_id = ${gone.user.id}
      union all select id from auth.one_time_tokens where user_id = ${gone.user.id}`
    assert.equal(rows.length, 0)
    assert.equal((await stand.sql`select from auth.refresh_tokens where user_id = ${gone.user.id}`).length, 0)
    refused(await asAdmin(stand, 'GET', `/admin/users/${gone.user.id}`), 404, 'user_not_found', 'User not found')
    refused(await asAdmin(stand, 'DELETE', '/admin/users/7'), 404, 'validation_failed', 'user_id must be an UUID')

    const shell = await signedUp(stand)
    await stand.call('POST', '/recover', { body: { email: shell.email } })
    await newestMail(stand, shell.email)
    await stand.admin.deleteUser(shell.user.id, true)
    const { data } = await stand.admin.getUserById(shell.user.id)
    assert.ok(data.user?.deleted_at)
    assert.equal(JSON.stringify(data.user).includes(shell.email), false)
    assert.deepEqual(data.user?.user_metadata, {})
    refused(await stand.call('GET', '/user', { as: shell.session.access_token }), 403, 'session_not_found')
    assert.equal(
      (await stand.auth.mailbox.list()).some(({ to }) => to === shell.email),
      false,
    )
    // The address is free again.
    await signedUp(stand, shell.email)
    assert.deepEqual((await asAdmin(stand, 'DELETE', `/admin/users/${shell.user.id}`)).body, {})
  }),
)
