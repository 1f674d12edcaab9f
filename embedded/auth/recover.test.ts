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
const countMails = async ({ auth }: TestAuth) => (await auth.mailbox.list()).length
const none = { confirmation_token: '', recovery_token: '', tokens: {} }

story(
  'A mail carries one token of 160 bits, stored as its hash while it is good, and nothing shorter opens the account',
  async (server) => {
    const { client, email } = await signedUp(server)
    assert.deepEqual(await keptTokens(server, email), none)
    const older = await recoveryToken(server, email)
    const mails = await countMails(server)
    // Too soon for another mail, which only an account would be told.
    const { status, body } = await server.call('POST', '/recover', { body: { email } })
    assert.deepEqual([status, body, await countMails(server)], [200, {}, mails])
    server.advanceClock(61)
    const token = await recoveryToken(server, email)
    const mail = await newestMail(server, email)
    assert.deepEqual(
      [mail.subject, mail.link],
      [
        'Choose a new password for Bubblequest',
        `https://quests.example/new-password#token_hash=${token}&type=recovery`,
      ],
    )
    assert.match(token, /^[a-z2-7]{32}$/)
    const stored = { ...none, recovery_token: hashOf(token), tokens: { recovery_token: hashOf(token) } }
    assert.deepEqual(await keptTokens(server, email), stored)
    // An older token, what is stored, and what Supabase would have stored.
    for (const wrong of [older, hashOf(token), createHash('sha224').update(`${email}${token}`).digest('hex')])
      refused(await verifyToken(server, 'recovery', wrong), 403, 'otp_expired')
    // No type takes the token of another.
    refused(await verifyToken(server, 'signup', token), 403, 'otp_expired')
    for (const form of [
      { token, email },
      { token: '123456', email, token_hash: token },
    ])
      refused(await server.call('POST', '/verify', { body: { type: 'recovery', ...form } }), 501, 'not_implemented')
    const code = await server.call('GET', `/verify?type=recovery&email=${email}&token=123456`)
    assert.doesNotMatch(code.headers.get('location') ?? '', /access_token/)
    assert.deepEqual(await keptTokens(server, email), stored)

    assert.equal((await verifyToken(server, 'recovery', token)).status, 200)
    assert.deepEqual(await keptTokens(server, email), none)
    refused(await verifyToken(server, 'recovery', token), 403, 'otp_expired')
    // A new password makes every link that was mailed useless.
    server.advanceClock(61)
    await recoveryToken(server, email)
    await client.updateUser({ password: 'battery staple 2' })
    assert.deepEqual(await keptTokens(server, email), none)
  },
)

storyWith(
  { otpExpiry: 600 },
  'A link of Supabase’s own templates signs in as long as the settings say, at the first GET, and leads to no strange page',
  async (server) => {
    const { email } = await signedUp(server)
    const link = {
      token: await recoveryToken(server, email),
      type: 'recovery',
      redirect_to: 'https://quests.example/new-password?from=mail',
    }
    assert.equal((await server.call('HEAD', `/verify?${new URLSearchParams(link)}`)).status, 501)
    server.advanceClock(599)
    const { page, fragment } = await follow(server, link)
    assert.equal(page, link.redirect_to)
    assert.deepEqual(
      [...fragment.keys()],
      ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'],
    )
    const token = fragment.get('access_token') ?? ''
    assertProof(decodeJwt(token), 'otp')
    assert.equal((await server.call('GET', '/user', { as: token })).body['email'], email)

    const late = { ...link, token: await recoveryToken(server, email), redirect_to: 'https://evil.test/new-password' }
    server.advanceClock(601)
    const refusal = await follow(server, late)
    assert.equal(refusal.page, 'https://quests.example/')
    assert.deepEqual(Object.fromEntries(refusal.fragment), {
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    })
  },
)

Deno.test('A link leads to the own site and to listed places alone', async () => {
  const redirectUrls = ['https://quests.example/app/**', 'http://localhost:*/new-password', 'https://quest-?.example/']
  const listing = { siteUrl: 'http://127.0.0.1:3000', redirectUrls }
  for (const listed of [
    'http://127.0.0.1:3000/settings',
    'https://quests.example/app/a.b/c?d=e',
    'http://localhost:3000/new-password#type=recovery',
    'https://quest-1.example/',
  ]) {
    assert.equal(redirectTarget(listed, listing), listed)
  }
  for (const strange of [
    'https://quests.example/elsewhere#/app/reset',
    'https://quests-example/app/reset',
    'http://localhost:3000/new-password/more',
    'http://localhost.evil.test:3000/new-password',
    'https://quest-12.example/',
    'http://quests.example/app/reset',
    'http://127.0.0.1:3000@evil.test/',
    'http://me@127.0.0.1:3000/',
    'javascript:alert(1)',
  ]) {
    assert.equal(redirectTarget(strange, listing), listing.siteUrl, strange)
  }

  // The settings of the stack: the address that the person typed, and no other machine.
  const config = new URL('../../supabase/config.toml', import.meta.url)
  const { auth: settings } = await readConfig(config, 'http://127.0.0.1:4321')
  for (const allowed of ['http://127.0.0.1:4321/new-password', 'http://localhost:4321/new-password'])
    assert.equal(redirectTarget(allowed, settings), allowed)
  for (const strange of ['http://localhost.evil.test', 'https://127.0.0.1:4321', 'app:'])
    assert.equal(redirectTarget(`${strange}/new-password`, settings), settings.siteUrl)
})

storyWith(
  { autoconfirm: false },
  'With confirmation on, the newest of two mails opens the account, and a confirmed address is mailed nothing',
  async (server) => {
    const email = newAddress()
    const resend = (to: string) => server.client().resend({ type: 'signup', email: to })
    const { data } = await server.client().signUp({ email, password })
    assert.deepEqual([data.session, data.user?.email_confirmed_at], [null, undefined])
    refused(await signIn(server, email), 400, 'email_not_confirmed', 'Email not confirmed')
    const older = await mailedToken(server, email)
    server.advanceClock(61)
    await resend(email)
    const token = await mailedToken(server, email)
    const { subject, link } = await newestMail(server, email)
    assert.equal(subject, 'Confirm your email address for Bubblequest')
    assert.equal(link, `https://quests.example/confirm#token_hash=${token}&type=signup`)
    await recoveryToken(server, email)
    const { recovery_token } = await keptTokens(server, email)
    refused(await verifyToken(server, 'signup', older), 403, 'otp_expired')
    assert.equal((await verifyToken(server, 'signup', token)).status, 200)
    assert.deepEqual(await keptTokens(server, email), { ...none, recovery_token, tokens: { recovery_token } })

    const { user } = (await server.client().signInWithPassword({ email, password })).data
    const verified = [user?.user_metadata, user?.identities?.[0]?.identity_data].map((data) => data?.['email_verified'])
    assert.deepEqual(verified, [true, true])
    server.advanceClock(61)
    const mails = await countMails(server)
    for (const other of [email, newAddress()]) assert.equal((await resend(other)).error, null)
    assert.equal(await countMails(server), mails)
  },
)

storyWith(
  { autoconfirm: false },
  'The newest of two invitations opens an account without a password',
  async (server) => {
    const email = newAddress()
    const invite = async (data: Record<string, string>) =>
      (await server.admin.inviteUserByEmail(email.toUpperCase(), { data })).data.user ?? assert.fail()
    const invited = await invite({ language: 'de', first_name: 'Anna' })
    assert.deepEqual([invited.email, invited.email_confirmed_at], [email, undefined])
    assert.ok(invited.invited_at)
    const older = await mailedToken(server, email)
    const again = await invite({ first_name: 'Eve' })
    assert.deepEqual([again.id, again.user_metadata], [invited.id, { language: 'de', first_name: 'Anna' }])
    const { subject, link } = await newestMail(server, email)
    const token = await mailedToken(server, email)
    assert.equal(subject, 'Du bist zu Bubblequest eingeladen')
    assert.equal(link, `https://quests.example/new-password#token_hash=${token}&type=invite`)
    for (const tried of ['', password]) refused(await signIn(server, email, tried), 400, 'invalid_credentials')
    refused(await verifyToken(server, 'invite', older), 403, 'otp_expired')
    const client = server.client()
    assert.equal((await client.verifyOtp({ type: 'invite', token_hash: token })).error, null)
    assert.equal((await client.updateUser({ password })).error, null)
    assert.equal((await signIn(server, email)).status, 200)
  },
)

story('A mail speaks the language of the account, and says nothing that came with a sign-up', async (server) => {
  for (const [data, subject] of [
    [{ language: 'de', first_name: 'Call-0900-Now' }, 'Wähl ein neues Passwort für Bubblequest'],
    [{ language: ['de'], first_name: { a: 1 } }, 'Choose a new password for Bubblequest'],
  ] as const) {
    const email = newAddress()
    await server.client().signUp({ email, password, options: { data } })
    await recoveryToken(server, email)
    const mail = await newestMail(server, email)
    assert.equal(mail.subject, subject)
    assert.ok(mail.html.includes(`<strong>${email}</strong>`))
    assert.doesNotMatch(mail.html, /Call-0900-Now/)
  }
})
