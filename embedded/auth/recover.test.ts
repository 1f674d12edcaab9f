import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { readConfig } from '../config.ts'
import { createMailboxPage } from './mailbox-page.ts'
import { assertProof, keptTokens, mailedToken, newAddress, newestMail, password, refused, signedUp, stories, story, storyWith } from './test-stand.ts'
import type { Stand } from './test-stand.ts'
import { redirectTarget } from './verify.ts'

/** Follows the link that Supabase's own templates would have, as a browser would, up to the redirect. */
async function follow(stand: Stand, query: { token: string; type: string; redirect_to?: string }) {
  const answer = await stand.call('GET', `/verify?${new URLSearchParams(query)}`)
  assert.equal(answer.status, 303)
  const location = new URL(answer.headers.get('location') ?? '')
  return { location, fragment: new URLSearchParams(location.hash.slice(1)) }
}

stories(
  'Mails',

  story('A forgotten password: the token of the mailed link signs her in, once, and she chooses a new one', async (stand) => {
    const { email } = await signedUp(stand)
    const client = stand.client()
    assert.equal((await client.resetPasswordForEmail(email)).error, null)
    const token_hash = await mailedToken(stand, email)
    const { data, error } = await client.verifyOtp({ token_hash, type: 'recovery' })
    assert.equal(error, null)
    assertProof(decodeJwt(data.session?.access_token ?? ''), 'otp')
    assert.equal((await client.updateUser({ password: 'battery staple 2' })).error, null)
    assert.equal((await stand.client().signInWithPassword({ email, password: 'battery staple 2' })).error, null)
    refused(await stand.call('POST', '/verify', { body: { type: 'recovery', token_hash } }), 403, 'otp_expired', 'Token has expired or is invalid')
  }),

  storyWith(
    { rateLimits: true },
    'A mail carries one token of 160 bits, stored as its hash, and nothing shorter opens the account from any number of addresses',
    async (stand) => {
      const { email } = await signedUp(stand)
      await stand.call('POST', '/recover', { body: { email } })
      const mail = await newestMail(stand, email)
      const token = await mailedToken(stand, email)
      assert.equal(mail.link, `http://127.0.0.1:3000/new-password#token_hash=${token}&type=recovery`)
      assert.match(token, /^[a-z2-7]{32}$/)
      assert.equal(mail.subject, 'Choose a new password for Bubblequest')
      const [stored] = await stand.sql`select token_hash from auth.one_time_tokens where relates_to = ${email}`
      assert.deepEqual(stored, { token_hash: createHash('sha256').update(token).digest('hex') })
      // Neither what is stored nor what Supabase would have stored, nor the token in the form of a code.
      const hashes = [stored?.['token_hash'], createHash('sha224').update(`${email}${token}`).digest('hex')]
      for (const token_hash of hashes) refused(await stand.call('POST', '/verify', { body: { type: 'recovery', token_hash } }), 403, 'otp_expired')
      const forms = [{ token }, { token, email }, { token_hash: token, email }, { token, token_hash: token }, { token: '123456', email, token_hash: token }]
      for (const form of forms) refused(await stand.call('POST', '/verify', { body: { type: 'recovery', ...form } }), 501, 'not_implemented')
      for (let guess = 0; guess < 2000; guess++) {
        const code = String(guess).padStart(6, '0')
        const ip = `10.${guess >> 8}.${guess & 255}.1`
        const [body, path] = [{ type: 'recovery', email, token: code }, `/verify?type=recovery&email=${email}&token=${code}`]
        const answers = await Promise.all([stand.call('POST', '/verify', { body, ip }), stand.call('GET', path, { ip })])
        assert.deepEqual([answers[0].status, answers[1].headers.get('location')?.includes('access_token')], [501, false])
      }
      assert.ok((await follow(stand, { token, type: 'recovery' })).fragment.get('access_token'))
    },
  ),

  story('A link of Supabase’s own templates does the same, and so does the token of another mail', async (stand) => {
    const { email } = await signedUp(stand)
    await stand.call('POST', '/recover', { body: { email } })
    const link = { token: await mailedToken(stand, email), type: 'recovery', redirect_to: 'http://127.0.0.1:3000/new-password?from=mail' }
    const { location, fragment } = await follow(stand, link)
    assert.equal(location.origin + location.pathname + location.search, 'http://127.0.0.1:3000/new-password?from=mail')
    assert.deepEqual([...fragment.keys()], ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'])
    assert.equal(fragment.get('type'), 'recovery')
    assert.equal((await stand.call('GET', '/user', { as: fragment.get('access_token') ?? '' })).body['email'], email)

    const again = await follow(stand, link)
    assert.equal(again.fragment.get('error'), 'access_denied')
    assert.equal(again.fragment.get('error_code'), 'otp_expired')
    assert.equal(again.fragment.get('error_description'), 'Email link is invalid or has expired')

    stand.pass(61)
    await stand.call('POST', '/recover', { body: { email } })
    assert.equal((await stand.client().verifyOtp({ token_hash: await mailedToken(stand, email), type: 'recovery' })).error, null)
  }),

  storyWith({ otpExpiry: 600 }, 'A mailed link lives as long as the settings say', async (stand) => {
    const { email } = await signedUp(stand)
    await stand.call('POST', '/recover', { body: { email } })
    const token = await mailedToken(stand, email)
    stand.pass(601)
    refused(await stand.call('POST', '/verify', { body: { type: 'recovery', token_hash: token } }), 403, 'otp_expired')
    assert.equal((await follow(stand, { token, type: 'recovery' })).fragment.get('error_code'), 'otp_expired')
    await stand.call('POST', '/recover', { body: { email } })
    stand.pass(599)
    assert.ok((await follow(stand, { token: await mailedToken(stand, email), type: 'recovery' })).fragment.get('access_token'))
  }),

  story('Nobody learns who has an account, and nobody is flooded with mail', async (stand) => {
    const { email } = await signedUp(stand)
    const recover = (body: unknown) => stand.call('POST', '/recover', { body })
    const known = await recover({ email })
    const unknown = await recover({ email: 'nobody@family.example' })
    assert.deepEqual([known.status, known.body], [unknown.status, unknown.body])
    refused(await recover({ email }), 429, 'over_email_send_rate_limit', /^For security purposes, you can only request this after \d+ seconds\.$/)
    stand.pass(61)
    assert.equal((await recover({ email })).status, 200)
    refused(await recover({}), 400, 'validation_failed')
    refused(await recover({ email: 'nonsense' }), 400, 'validation_failed')
    refused(await recover({ email, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }), 501, 'not_implemented')
  }),

  storyWith(
    { redirectUrls: ['https://quests.example/app/**', 'http://localhost:*/new-password', 'https://quest-?.example'] },
    'A link leads to the own site and to listed places alone',
    async (stand) => {
      const cases: [string, string][] = [
        ['http://127.0.0.1:3000/settings', 'http://127.0.0.1:3000/settings'],
        ['https://quests.example/app/reset', 'https://quests.example/app/reset'],
        ['https://quests.example/app/a.b/c?d=e', 'https://quests.example/app/a.b/c?d=e'],
        ['https://quests.example/elsewhere', 'http://127.0.0.1:3000'],
        ['https://quests.example/elsewhere#/app/reset', 'http://127.0.0.1:3000'],
        ['https://quests-example/app/reset', 'http://127.0.0.1:3000'],
        ['http://localhost:3000/new-password', 'http://localhost:3000/new-password'],
        ['http://localhost:3000/new-password#type=recovery', 'http://localhost:3000/new-password#type=recovery'],
        ['http://localhost:3000/new-password/more', 'http://127.0.0.1:3000'],
        ['http://localhost:3000/', 'http://127.0.0.1:3000'],
        ['http://localhost:3000@evil/new-password', 'http://127.0.0.1:3000'],
        ['http://localhost.evil.test:3000/new-password', 'http://127.0.0.1:3000'],
        ['https://quest-1.example/', 'http://127.0.0.1:3000'],
        ['https://quest-12.example', 'http://127.0.0.1:3000'],
        ['https://quests.example.evil.test/app/reset', 'http://127.0.0.1:3000'],
        ['http://quests.example/app/reset', 'http://127.0.0.1:3000'],
        ['http://127.0.0.1:3000@evil.test/', 'http://127.0.0.1:3000'],
        ['http://me@127.0.0.1:3000/', 'http://127.0.0.1:3000'],
        ['//evil.test', 'http://127.0.0.1:3000'],
        ['javascript:alert(1)', 'http://127.0.0.1:3000'],
      ]
      for (const [wanted, target] of cases) {
        const { email } = await signedUp(stand)
        await stand.call('POST', `/recover?${new URLSearchParams({ redirect_to: wanted })}`, { body: { email } })
        const { location } = await follow(stand, { token: await mailedToken(stand, email), type: 'recovery', redirect_to: wanted })
        const { origin, pathname, search } = new URL(target)
        assert.equal(location.origin + location.pathname + location.search, origin + pathname + search)
      }
    },
  ),

  story('The stack lets a link lead back to the address the person typed, and to no other machine', async () => {
    const { auth: settings } = await readConfig(new URL('../../supabase/config.toml', import.meta.url), 'http://127.0.0.1:4321')
    for (const allowed of ['http://127.0.0.1:4321/new-password', 'http://localhost:4321/new-password']) {
      assert.equal(redirectTarget(allowed, settings), allowed)
    }
    for (const strange of [
      'http://evil.test/new-password',
      'http://localhost.evil.test/new-password',
      'https://127.0.0.1:4321/new-password',
      'app:/new-password',
    ]) {
      assert.equal(redirectTarget(strange, settings), settings.siteUrl)
    }
  }),

  storyWith({ autoconfirm: false }, 'With confirmation on, a sign-up answers the user alone, and the mail opens the account', async (stand) => {
    const email = newAddress()
    const client = stand.client()
    const { data } = await client.signUp({ email, password })
    assert.equal(data.session, null)
    assert.equal(data.user?.identities?.length, 1)
    assert.equal(data.user?.email_confirmed_at, undefined)
    assert.ok(data.user?.confirmation_sent_at)
    refused(await stand.call('POST', '/token?grant_type=password', { body: { email, password } }), 400, 'email_not_confirmed', 'Email not confirmed')
    refused(await stand.call('POST', '/signup', { body: { email, password } }), 429, 'over_email_send_rate_limit')
    stand.pass(61)
    assert.equal((await client.resend({ type: 'signup', email })).error, null)
    const token = await mailedToken(stand, email)
    assert.equal((await newestMail(stand, email)).link, `http://127.0.0.1:3000/confirm#token_hash=${token}&type=signup`)
    const { fragment } = await follow(stand, { token, type: 'signup' })
    assert.equal(fragment.get('type'), 'signup')
    const { data: signedIn } = await stand.client().signInWithPassword({ email, password })
    assert.ok(signedIn.user?.email_confirmed_at)
    assert.equal(signedIn.user.user_metadata['email_verified'], true)
    assert.equal(signedIn.user.identities?.[0]?.identity_data?.['email_verified'], true)
    const mails = (await stand.auth.mailbox.list()).length
    assert.deepEqual((await stand.call('POST', '/resend', { body: { type: 'signup', email } })).body, {})
    assert.equal((await stand.auth.mailbox.list()).length, mails)
  }),

  storyWith({ autoconfirm: false }, 'Signing up with a confirmed address looks like a new one, and changes nothing', async (stand) => {
    const email = newAddress()
    await stand.client().signUp({ email, password })
    await stand.sql`update auth.users set email_confirmed_at = now() where email = ${email}`
    const fresh = await stand.call('POST', '/signup', { body: { email: newAddress(), password, data: { a: 1 } } })
    const fake = await stand.call('POST', '/signup', { body: { email, password: 'another one 3', data: { a: 1 } } })
    assert.deepEqual([fake.status, fake.body['identities'], fake.body['email']], [200, [], email])
    assert.deepEqual(Object.keys(fake.body).toSorted(), Object.keys(fresh.body).toSorted())
    assert.deepEqual(Object.keys(Object(fake.body['user_metadata'])).toSorted(), Object.keys(Object(fresh.body['user_metadata'])).toSorted())
    assert.equal((await stand.sql`select from auth.users where id = ${String(fake.body['id'])}`).length, 0)
    assert.equal((await stand.client().signInWithPassword({ email, password })).error, null)
  }),

  story('A mail speaks the language of the account, greets by its first name, and takes nothing that is no text', async (stand) => {
    const said = async (data: object) => {
      const email = newAddress()
      await stand.client().signUp({ email, password, options: { data } })
      await stand.call('POST', '/recover', { body: { email } })
      const { subject, html } = await newestMail(stand, email)
      return [subject, html.includes(`<strong>${email}</strong>`), /(?:Hallo|Hola|Hello)[^:]*?[,:]\n/.exec(html)?.[0].trim()]
    }
    assert.deepEqual(await said({ language: 'de', first_name: '<b>Anna' }), ['Wähl ein neues Passwort für Bubblequest', true, 'Hallo &lt;b&gt;Anna,'])
    assert.deepEqual(await said({ language: 'es', first_name: 'Ana' }), ['Elige una contraseña nueva para Bubblequest', true, 'Hola, Ana:'])
    assert.deepEqual(await said({}), ['Choose a new password for Bubblequest', true, 'Hello,'])
    assert.deepEqual(await said({ language: ['de'], first_name: { a: 1 } }), ['Choose a new password for Bubblequest', true, 'Hello,'])
  }),

  story('A user’s row holds the hash of each mailed token while that is good, and nothing afterwards', async (stand) => {
    const { client, email } = await signedUp(stand)
    const none = { confirmation_token: '', recovery_token: '', tokens: {} }
    const isMailed = async () => {
      stand.pass(61)
      await stand.call('POST', '/recover', { body: { email } })
      const token_hash = await mailedToken(stand, email)
      const hash = createHash('sha256').update(token_hash).digest('hex')
      assert.deepEqual(await keptTokens(stand, email), { ...none, recovery_token: hash, tokens: { recovery_token: hash } })
      return token_hash
    }
    assert.deepEqual(await keptTokens(stand, email), none)
    const older = await isMailed()
    const token_hash = await isMailed()
    refused(await stand.call('POST', '/verify', { body: { type: 'recovery', token_hash: older } }), 403, 'otp_expired')
    assert.equal((await keptTokens(stand, email)).tokens['recovery_token'], createHash('sha256').update(token_hash).digest('hex'))
    assert.equal((await stand.call('POST', '/verify', { body: { type: 'recovery', token_hash } })).status, 200)
    assert.deepEqual(await keptTokens(stand, email), none)
    await isMailed()
    await client.updateUser({ password: 'battery staple 2' })
    assert.deepEqual(await keptTokens(stand, email), none)
  }),

  storyWith({ autoconfirm: false }, 'Of two mails to a new address the second counts, and its token leaves that of a new password alone', async (stand) => {
    const email = newAddress()
    await stand.call('POST', '/signup', { body: { email, password } })
    const older = await mailedToken(stand, email)
    stand.pass(61)
    assert.deepEqual((await stand.call('POST', '/resend', { body: { type: 'signup', email } })).body, {})
    const { subject } = await newestMail(stand, email)
    assert.equal(subject, 'Confirm your email address for Bubblequest')
    const token_hash = await mailedToken(stand, email)
    await stand.call('POST', '/recover', { body: { email } })
    const { confirmation_token, recovery_token, tokens } = await keptTokens(stand, email)
    assert.deepEqual(tokens, { confirmation_token, recovery_token })
    refused(await stand.call('POST', '/verify', { body: { type: 'signup', token_hash: older } }), 403, 'otp_expired')
    assert.equal((await stand.call('POST', '/verify', { body: { type: 'signup', token_hash } })).status, 200)
    assert.deepEqual(await keptTokens(stand, email), { confirmation_token: '', recovery_token, tokens: { recovery_token } })
  }),

  storyWith({ autoconfirm: false }, 'A confirmation is sent again once its wait is over, and to nobody who needs none', async (stand) => {
    const resend = (email: string) => stand.call('POST', '/resend', { body: { type: 'signup', email } })
    const email = newAddress()
    await stand.call('POST', '/signup', { body: { email, password } })
    stand.pass(50)
    refused(await resend(email), 429, 'over_email_send_rate_limit', /^For security purposes, you can only request this after (9|10) seconds\.$/)
    const confirmed = newAddress()
    await stand.client().signUp({ email: confirmed, password })
    await stand.sql`update auth.users set email_confirmed_at = now() where email = ${confirmed}`
    stand.pass(61)
    const mails = (await stand.auth.mailbox.list()).length
    for (const other of [confirmed, newAddress()]) {
      const { status, body } = await resend(other)
      assert.deepEqual([status, body, (await stand.auth.mailbox.list()).length], [200, {}, mails])
    }
  }),

  storyWith({ siteUrl: 'https://quests.example' }, 'Links in mails lead to the address that people use', async (stand) => {
    const { email, session } = await signedUp(stand)
    await stand.call('POST', '/recover', { body: { email } })
    assert.ok((await newestMail(stand, email)).link.startsWith('https://quests.example/new-password#'))
    assert.equal(decodeJwt(session.access_token).iss, 'http://127.0.0.1:3000/auth/v1')
  }),

  story('No type takes the token of another', async (stand) => {
    const { email } = await signedUp(stand)
    await stand.call('POST', '/recover', { body: { email } })
    const token_hash = await mailedToken(stand, email)
    refused(await stand.call('POST', '/verify', { body: { type: 'signup', token_hash } }), 403, 'otp_expired')
    assert.equal((await stand.call('POST', '/verify', { body: { type: 'recovery', token_hash } })).status, 200)
  }),

  story('A verification that is not in order is told why; a banned user stays out', async (stand) => {
    const verify = (body: unknown) => stand.call('POST', '/verify', { body })
    const { email, user } = await signedUp(stand)
    for (const type of [undefined, 'moon', 'constructor', 'sms', 'email', 'magiclink', 'email_change']) {
      refused(await verify({ type, token_hash: '1' }), 501, 'not_implemented', /^A mailed link of this type is not part/)
      refused(await stand.call('GET', `/verify?token=1&type=${type}`), 501, 'not_implemented')
    }
    refused(await verify({ type: 'signup' }), 400, 'validation_failed', 'Verify requires a token hash')
    refused(await verify({ type: 'signup', token_hash: '2' }), 403, 'otp_expired')
    refused(await stand.call('GET', '/verify?type=signup'), 400, 'validation_failed')
    refused(await stand.call('POST', '/resend', { body: { type: 'signup' } }), 400, 'validation_failed')
    for (const type of [undefined, 'email_change', 'sms']) refused(await stand.call('POST', '/resend', { body: { type, email } }), 501, 'not_implemented')
    await stand.call('POST', '/recover', { body: { email } })
    await stand.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${user.id}`
    refused(await verify({ type: 'recovery', token_hash: await mailedToken(stand, email) }), 403, 'user_banned')
  }),

  story('The mailbox keeps the newest hundred and forgets who is deleted', async (stand) => {
    const { email, user } = await signedUp(stand)
    for (let sent = 0; sent < 103; sent++) {
      await stand.auth.mailbox.keep(stand.sql, { userId: user.id, sentAt: new Date(), to: email, subject: String(sent), html: `<p>${sent}` })
    }
    const kept = await stand.auth.mailbox.list()
    assert.deepEqual([kept.length, kept[0]?.subject, kept[99]?.subject], [100, '102', '3'])
    assert.equal(await stand.auth.mailbox.read(kept[99]?.id ?? ''), '<p>3')
    await stand.sql`delete from auth.users where id = ${user.id}`
    assert.deepEqual(await stand.auth.mailbox.list(), [])
  }),

  story('The mailbox page lists mails and shows each as it was sent, for a browser that knows the code', async (stand) => {
    const page = createMailboxPage(stand.auth.mailbox, () => {})
    const cookie = cookieOf(await page.fetch(opening(page.code())))
    const read = (path = '') => page.fetch(new Request(`http://localhost/mailbox${path}`, { headers: { cookie } }))
    assert.match(await (await read()).text(), /No mail yet/)
    const { user } = await signedUp(stand)
    await stand.auth.mailbox.keep(stand.sql, {
      userId: user.id,
      sentAt: new Date(0),
      to: '<script>alert(1)</script>',
      subject: '<script>Choose</script>',
      html: '<p>The very mail</p>',
    })
    const response = await read()
    const html = await response.text()
    assert.equal(html.includes('<script'), false)
    assert.match(html, /&lt;script&gt;alert\(1\)/)
    const [, path, subject] = /<a href="\/mailbox(\/\d+)">(.*?)<\/a>/.exec(html) ?? []
    assert.equal(subject, '&lt;script&gt;Choose&lt;/script&gt;')
    const mail = await read(path)
    assert.equal(await mail.text(), '<p>The very mail</p>')
    for (const [name, value] of [
      ['content-type', 'text/html; charset=utf-8'],
      ['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"],
      ['referrer-policy', 'no-referrer'],
      ['cache-control', 'no-store'],
    ] as const) {
      assert.equal(mail.headers.get(name), value)
    }
    for (const unknown of ['/0', '/', '/x', `${path}0`, '/%00']) assert.equal((await read(unknown)).status, 404, unknown)
    const nonce = /<style nonce="([^"]+)">/.exec(html)?.[1] ?? 'none'
    assert.ok(response.headers.get('content-security-policy')?.startsWith(`default-src 'none'; style-src 'nonce-${nonce}'`))
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal((await page.fetch(new Request('http://localhost/mailbox', { method: 'PUT' }))).status, 405)
    for (const other of ['', 'bq_mailbox=', 'bq_mailbox=x', `other=1; bq_mailbox=${crypto.randomUUID()}`]) {
      for (const closedPath of ['', path]) {
        const closed = await (await page.fetch(new Request(`http://localhost/mailbox${closedPath}`, { headers: { cookie: other } }))).text()
        assert.deepEqual([/Choose|The very mail/.test(closed), closed.includes('name="code"')], [false, true], other)
      }
    }
  }),

  story('A code opens the mailbox once, the server says the next one, and wrong ones are limited', async (stand) => {
    let time = 0
    const said: string[] = []
    const page = createMailboxPage(
      stand.auth.mailbox,
      (nextCode) => said.push(nextCode),
      () => time,
    )
    const first = page.code()
    assert.match(first, /^\d{4} \d{4}$/)
    const opened = await page.fetch(opening(` ${first.replace(' ', '')} `))
    assert.deepEqual([opened.status, opened.headers.get('location')], [303, '/mailbox'])
    assert.match(opened.headers.get('set-cookie') ?? '', /^bq_mailbox=[\w-]{36}; Path=\/mailbox; HttpOnly; SameSite=Strict$/)
    assert.deepEqual(said, [page.code()])
    assert.notEqual(page.code(), first)
    // The code that was used, and what is none.
    for (const wrong of [first, '', '12345678', 'x'.repeat(100), `${page.code()}0`]) {
      const refused = await page.fetch(opening(wrong))
      assert.deepEqual([refused.status, refused.headers.get('set-cookie')], [403, null], wrong)
    }
    assert.equal((await page.fetch(opening(page.code()))).status, 429)
    time += 60_001
    assert.equal((await page.fetch(opening(page.code()))).status, 303)
    assert.equal((await page.fetch(opening('x'.repeat(2000)))).status, 413)
  }),
)

/** Makes the request that the form of the page sends. */
function opening(code: string): Request {
  const body = new URLSearchParams({ code }).toString()
  return new Request('http://localhost/mailbox', { method: 'POST', headers: { 'content-length': String(body.length) }, body })
}

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? assert.fail()
