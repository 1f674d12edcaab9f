import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { readConfig } from '../config.ts'
import {
  assertProof,
  keptTokens,
  mailedToken,
  newestMail,
  recoveryToken,
  refused,
  signIn,
  signedUp,
  story,
  storyWith,
  verifyToken,
} from '../../testing/auth-service.ts'
import { newAddress, password } from '../../testing/family.ts'
import type { TestAuth } from '../../testing/auth-service.ts'
import { redirectTarget } from './verify.ts'

/** Follows the link that Supabase's own templates would have, as a browser would, up to the redirect. */
async function follow(server: TestAuth, query: { token: string; type: string; redirect_to?: string }) {
  const answer = await server.call('GET', `/verify?${new URLSearchParams(query)}`)
  assert.equal(answer.status, 303)
  const { origin, pathname, search, hash } = new URL(answer.headers.get('location') ?? '')
  return { page: origin + pathname + search, fragment: new URLSearchParams(hash.slice(1)) }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const resend = (server: TestAuth, email: string) => server.call('POST', '/resend', { body: { type: 'signup', email } })
const countMails = async ({ auth }: TestAuth) => (await auth.mailbox.list()).length

story(
  'A forgotten password: the token of the mailed link signs her in, once, and she chooses a new one',
  async (server) => {
    const { email } = await signedUp(server)
    const client = server.client()
    assert.equal((await client.resetPasswordForEmail(email)).error, null)
    const token_hash = await mailedToken(server, email)
    const { data, error } = await client.verifyOtp({ token_hash, type: 'recovery' })
    assert.equal(error, null)
    assertProof(decodeJwt(data.session?.access_token ?? ''), 'otp')
    assert.equal((await client.updateUser({ password: 'battery staple 2' })).error, null)
    assert.equal((await signIn(server, email, 'battery staple 2')).status, 200)
    refused(await verifyToken(server, 'recovery', token_hash), 403, 'otp_expired', 'Token has expired or is invalid')
  },
)

storyWith(
  { rateLimits: true },
  'A mail carries one token of 160 bits, stored as its hash, and nothing shorter opens the account from any number of addresses',
  async (server) => {
    const { email } = await signedUp(server)
    const token = await recoveryToken(server, email)
    const mail = await newestMail(server, email)
    assert.equal(mail.link, `https://quests.example/new-password#token_hash=${token}&type=recovery`)
    assert.match(token, /^[a-z2-7]{32}$/)
    assert.equal(mail.subject, 'Choose a new password for Bubblequest')
    const [stored] = await server.sql`select token_hash from auth.one_time_tokens where relates_to = ${email}`
    assert.deepEqual(stored, { token_hash: hashOf(token) })
    // Neither what is stored nor what Supabase would have stored, nor the token in the form of a code.
    for (const wrong of [hashOf(token), createHash('sha224').update(`${email}${token}`).digest('hex')]) {
      refused(await verifyToken(server, 'recovery', wrong), 403, 'otp_expired')
    }
    const forms = [
      { token },
      { token, email },
      { token_hash: token, email },
      { token, token_hash: token },
      { token: '123456', email, token_hash: token },
    ]
    for (const form of forms)
      refused(await server.call('POST', '/verify', { body: { type: 'recovery', ...form } }), 501, 'not_implemented')
    for (let guess = 0; guess < 100; guess++) {
      const code = String(guess).padStart(6, '0')
      const ip = `10.0.${guess}.1`
      const [body, path] = [
        { type: 'recovery', email, token: code },
        `/verify?type=recovery&email=${email}&token=${code}`,
      ]
      const answers = await Promise.all([
        server.call('POST', '/verify', { body, ip }),
        server.call('GET', path, { ip }),
      ])
      assert.deepEqual([answers[0].status, answers[1].headers.get('location')?.includes('access_token')], [501, false])
    }
    assert.ok((await follow(server, { token, type: 'recovery' })).fragment.get('access_token'))
  },
)

story('A link of Supabase’s own templates does the same, and so does the token of another mail', async (server) => {
  const { email } = await signedUp(server)
  const link = {
    token: await recoveryToken(server, email),
    type: 'recovery',
    redirect_to: 'https://quests.example/new-password?from=mail',
  }
  const { page, fragment } = await follow(server, link)
  assert.equal(page, link.redirect_to)
  assert.deepEqual(
    [...fragment.keys()],
    ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'],
  )
  assert.equal(fragment.get('type'), 'recovery')
  assert.equal((await server.call('GET', '/user', { as: fragment.get('access_token') ?? '' })).body['email'], email)

  const again = await follow(server, { ...link, redirect_to: 'https://evil.test/new-password' })
  assert.equal(again.page, 'https://quests.example/')
  assert.deepEqual(Object.fromEntries(again.fragment), {
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  })
  server.advanceClock(61)
  assert.equal(
    (await server.client().verifyOtp({ token_hash: await recoveryToken(server, email), type: 'recovery' })).error,
    null,
  )
})

storyWith({ otpExpiry: 600 }, 'A mailed link lives as long as the settings say', async (server) => {
  const { email } = await signedUp(server)
  const token = await recoveryToken(server, email)
  server.advanceClock(601)
  refused(await verifyToken(server, 'recovery', token), 403, 'otp_expired')
  assert.equal((await follow(server, { token, type: 'recovery' })).fragment.get('error_code'), 'otp_expired')
  const next = await recoveryToken(server, email)
  server.advanceClock(599)
  assert.ok((await follow(server, { token: next, type: 'recovery' })).fragment.get('access_token'))
})

story('The calls that send mails tell nobody who has an account, and flood nobody with mail', async (server) => {
  const { email } = await signedUp(server)
  const mails = await countMails(server)
  const recover = (body: unknown) => server.call('POST', '/recover', { body })
  const known = await recover({ email })
  const unknown = await recover({ email: 'nobody@family.example' })
  assert.deepEqual([known.status, known.body], [unknown.status, unknown.body])
  // Too soon, which only an account would be told.
  const again = await recover({ email })
  assert.deepEqual([again.status, again.body, await countMails(server)], [200, {}, mails + 1])
  server.advanceClock(61)
  assert.equal((await recover({ email })).status, 200)
  assert.equal(await countMails(server), mails + 2)
  refused(await recover({}), 400, 'validation_failed')
  refused(await recover({ email: 'nonsense' }), 400, 'validation_failed')
  refused(
    await recover({ email, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }),
    501,
    'not_implemented',
  )
})

story('A link leads to the own site and to listed places alone', () => {
  const redirectUrls = ['https://quests.example/app/**', 'http://localhost:*/new-password', 'https://quest-?.example/']
  const settings = { siteUrl: 'http://127.0.0.1:3000', redirectUrls }
  for (const listed of [
    'http://127.0.0.1:3000/settings',
    'https://quests.example/app/reset',
    'https://quests.example/app/a.b/c?d=e',
    'http://localhost:3000/new-password',
    'http://localhost:3000/new-password#type=recovery',
    'https://quest-1.example/',
  ]) {
    assert.equal(redirectTarget(listed, settings), listed)
  }
  for (const strange of [
    'https://quests.example/elsewhere',
    'https://quests.example/elsewhere#/app/reset',
    'https://quests-example/app/reset',
    'http://localhost:3000/new-password/more',
    'http://localhost:3000/',
    'http://localhost:3000@evil/new-password',
    'http://localhost.evil.test:3000/new-password',
    'https://quest-12.example/',
    'https://quests.example.evil.test/app/reset',
    'http://quests.example/app/reset',
    'http://127.0.0.1:3000@evil.test/',
    'http://me@127.0.0.1:3000/',
    '//evil.test',
    'javascript:alert(1)',
  ]) {
    assert.equal(redirectTarget(strange, settings), settings.siteUrl, strange)
  }
})

story('The stack lets a link lead back to the address the person typed, and to no other machine', async () => {
  const { auth: settings } = await readConfig(
    new URL('../../supabase/config.toml', import.meta.url),
    'http://127.0.0.1:4321',
  )
  for (const allowed of ['http://127.0.0.1:4321/new-password', 'http://localhost:4321/new-password']) {
    assert.equal(redirectTarget(allowed, settings), allowed)
  }
  for (const strange of ['http://evil.test', 'http://localhost.evil.test', 'https://127.0.0.1:4321', 'app:']) {
    assert.equal(redirectTarget(`${strange}/new-password`, settings), settings.siteUrl)
  }
})

storyWith(
  { autoconfirm: false },
  'With confirmation on, a sign-up answers the user alone, and the mail opens the account',
  async (server) => {
    const email = newAddress()
    const client = server.client()
    const { data } = await client.signUp({ email, password })
    assert.equal(data.session, null)
    assert.deepEqual([data.user?.identities?.length, data.user?.email_confirmed_at], [1, undefined])
    assert.ok(data.user?.confirmation_sent_at)
    refused(await signIn(server, email), 400, 'email_not_confirmed', 'Email not confirmed')
    server.advanceClock(61)
    assert.equal((await client.resend({ type: 'signup', email })).error, null)
    const token = await mailedToken(server, email)
    const { subject, link } = await newestMail(server, email)
    assert.deepEqual(
      [subject, link],
      ['Confirm your email address for Bubblequest', `https://quests.example/confirm#token_hash=${token}&type=signup`],
    )
    assert.equal((await follow(server, { token, type: 'signup' })).fragment.get('type'), 'signup')
    const { data: signedIn } = await server.client().signInWithPassword({ email, password })
    assert.ok(signedIn.user?.email_confirmed_at)
    assert.equal(signedIn.user.user_metadata['email_verified'], true)
    assert.equal(signedIn.user.identities?.[0]?.identity_data?.['email_verified'], true)
    // A confirmed address is mailed nothing.
    server.advanceClock(61)
    const mails = await countMails(server)
    for (const other of [email, newAddress()]) {
      const { status, body } = await resend(server, other)
      assert.deepEqual([status, body, await countMails(server)], [200, {}, mails])
    }
  },
)

story('A mail speaks the language of the account, and says nothing that came with a sign-up', async (server) => {
  for (const [data, subject] of [
    [{ language: 'de', first_name: 'Call-0900-Now' }, 'Wähl ein neues Passwort für Bubblequest'],
    [{ language: ['de'], first_name: { a: 1 } }, 'Choose a new password for Bubblequest'],
  ] as const) {
    const email = newAddress()
    await server.client().signUp({ email, password, options: { data } })
    await server.call('POST', '/recover', { body: { email } })
    const mail = await newestMail(server, email)
    assert.equal(mail.subject, subject)
    assert.ok(mail.html.includes(`<strong>${email}</strong>`))
    assert.doesNotMatch(mail.html, /Call-0900-Now/)
  }
})

story('A user’s row holds the hash of each mailed token while that is good, and nothing afterwards', async (server) => {
  const { client, email } = await signedUp(server)
  const none = { confirmation_token: '', recovery_token: '', tokens: {} }
  const isMailed = async () => {
    server.advanceClock(61)
    const token = await recoveryToken(server, email)
    assert.deepEqual(await keptTokens(server, email), {
      ...none,
      recovery_token: hashOf(token),
      tokens: { recovery_token: hashOf(token) },
    })
    return token
  }
  assert.deepEqual(await keptTokens(server, email), none)
  const older = await isMailed()
  const token = await isMailed()
  refused(await verifyToken(server, 'recovery', older), 403, 'otp_expired')
  // No type takes the token of another.
  refused(await verifyToken(server, 'signup', token), 403, 'otp_expired')
  assert.equal((await keptTokens(server, email)).tokens['recovery_token'], hashOf(token))
  assert.equal((await verifyToken(server, 'recovery', token)).status, 200)
  assert.deepEqual(await keptTokens(server, email), none)
  await isMailed()
  await client.updateUser({ password: 'battery staple 2' })
  assert.deepEqual(await keptTokens(server, email), none)
})

storyWith(
  { autoconfirm: false },
  'The second of two mails to a new address counts, and its token leaves that of a new password alone',
  async (server) => {
    const email = newAddress()
    await server.call('POST', '/signup', { body: { email, password } })
    const older = await mailedToken(server, email)
    server.advanceClock(50)
    assert.equal((await resend(server, email)).status, 200)
    assert.equal(await mailedToken(server, email), older, 'too soon for another one')
    server.advanceClock(11)
    assert.deepEqual((await resend(server, email)).body, {})
    const token = await mailedToken(server, email)
    await server.call('POST', '/recover', { body: { email } })
    const { confirmation_token, recovery_token, tokens } = await keptTokens(server, email)
    assert.deepEqual(tokens, { confirmation_token, recovery_token })
    refused(await verifyToken(server, 'signup', older), 403, 'otp_expired')
    assert.equal((await verifyToken(server, 'signup', token)).status, 200)
    assert.deepEqual(await keptTokens(server, email), {
      confirmation_token: '',
      recovery_token,
      tokens: { recovery_token },
    })
  },
)

story('A verification that is not in order is told why; a banned user stays out', async (server) => {
  const { email, user } = await signedUp(server)
  for (const type of ['', 'moon', 'constructor', 'sms', 'email', 'magiclink', 'email_change']) {
    refused(await verifyToken(server, type, '1'), 501, 'not_implemented', /^A mailed link of this type is not part/)
    refused(await server.call('GET', `/verify?token=1&type=${type}`), 501, 'not_implemented')
  }
  refused(await verifyToken(server, 'signup', ''), 400, 'validation_failed', 'Verify requires a token hash')
  refused(await verifyToken(server, 'signup', '2'), 403, 'otp_expired')
  refused(await server.call('GET', '/verify?type=signup'), 400, 'validation_failed')
  refused(await resend(server, ''), 400, 'validation_failed')
  for (const type of [undefined, 'email_change', 'sms'])
    refused(await server.call('POST', '/resend', { body: { type, email } }), 501, 'not_implemented')
  const token = await recoveryToken(server, email)
  await server.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${user.id}`
  refused(await verifyToken(server, 'recovery', token), 403, 'user_banned')
})
