import assert from 'node:assert/strict'
import type { MailedLink } from '../../../domain/contract/auth.ts'
import { Device } from '../../../testing/device.ts'
import { newAddress, newFamily, password } from '../../../testing/family.ts'
import { insertMailedToken } from '../../../testing/tokens.ts'
import { onOneStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'
import type { Deps } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { createSeal } from '../session/seal.ts'
import { mailedLinkCalls } from './mailed-links.ts'

const story = onOneStack()

const linkOf = (type: MailedLink['type'], token: string) => ({ link: { type, token } })

/** Creates an account with an unconfirmed address; returns it with its mailed link. */
async function newcomer(stack: TestStack) {
  const email = newAddress('anna')
  await new Device(stack.url).call(
    'signup',
    {},
    { firstName: 'Anna', lastName: 'Berg', email, password, language: 'en' },
  )
  await stack.sql`update auth.users set email_confirmed_at = null where email = ${email}`
  return { email, ...linkOf('signup', await insertMailedToken(stack, email, 'confirmation')) }
}

story(
  'Reading a mailed link says whose it is and uses nothing up; following it confirms the address and signs in',
  async (stack) => {
    const { email, link } = await newcomer(stack)
    const phone = new Device(stack.url)
    for (let times = 0; times < 3; times++)
      assert.deepEqual(await phone.call('readMailedLink', {}, { link }), { state: 'open', firstName: 'Anna', email })
    assert.equal(phone.isSignedIn, false)
    await phone.refused('login', {}, 'email_not_confirmed', { email, password })
    const user = await phone.call('followMailedLink', {}, { link })
    assert.deepEqual([user.email, user.firstName], [email, 'Anna'])
    assert.deepEqual(await phone.call('currentUser', {}), user)

    assert.equal((await new Device(stack.url).call('readMailedLink', {}, { link })).state, 'used')
    await new Device(stack.url).refused('followMailedLink', {}, 'link_over', { link })
    await new Device(stack.url).call('login', {}, { email, password })
  },
)

story('The older of two mailed links says that a newer one was sent, and opens nothing', async (stack) => {
  const { email, link } = await newcomer(stack)
  const newer = linkOf('signup', await insertMailedToken(stack, email, 'confirmation'))
  const phone = new Device(stack.url)
  assert.equal((await phone.call('readMailedLink', {}, { link })).state, 'newer')
  await phone.refused('followMailedLink', {}, 'link_over', { link })
  await phone.call('followMailedLink', {}, newer)
  assert.equal((await phone.call('readMailedLink', {}, { link })).state, 'used')
})

story('A link that was never mailed, and one that is taken for another kind, is nobody’s', async (stack) => {
  const { link } = await newcomer(stack)
  const phone = new Device(stack.url)
  for (const wrong of [
    { ...link, token: `${link.token}x` },
    { ...link, token: '-' },
    { ...link, type: 'recovery' as const },
  ]) {
    await phone.refused('readMailedLink', {}, 'link_over', { link: wrong })
    await phone.refused('followMailedLink', {}, 'link_over', { link: wrong, password: 'gems-and-bubbles' })
  }
  for (const link of [
    { type: 'signup', token: 'a.b.c', refreshToken: 'nonsense' } as const,
    { type: 'signup', token: 'nonsense', refreshToken: 'nonsense' } as const,
  ]) {
    await phone.refused('readMailedLink', {}, 'link_over', { link })
    await phone.refused('followMailedLink', {}, 'link_over', { link })
  }
  assert.equal(phone.isSignedIn, false)
})

story('A link that is too old is refused when it is followed', async (stack) => {
  const { email, link } = await newcomer(stack)
  await stack.sql`update auth.one_time_tokens set created_at = created_at - interval '2 hours' where relates_to = ${email}`
  await new Device(stack.url).refused('followMailedLink', {}, 'link_over', { link })
})

story('A new password is set with the link, signs in here and ends every other session', async (stack) => {
  const { parent, email } = await newFamily(stack)
  const { link } = linkOf('recovery', await insertMailedToken(stack, email, 'recovery'))
  const phone = new Device(stack.url)
  const { message } = await phone.refused('followMailedLink', {}, 'password_required', { link })
  assert.equal(message, 'Password is required')
  const user = await phone.call('followMailedLink', {}, { link, password: 'gems-and-bubbles' })
  assert.equal(user.email, email)
  await phone.call('currentUser', {})
  await parent.refused('currentUser', {}, 'not_signed_in')
  await new Device(stack.url).refused('login', {}, 'invalid_credentials', { email, password })
  await new Device(stack.url).call('login', {}, { email, password: 'gems-and-bubbles' })
  assert.equal((await phone.call('readMailedLink', {}, { link })).state, 'used')
})

story('When Auth refuses a password the same browser may try another one, and no other browser may', async (stack) => {
  const { email } = await newFamily(stack)
  const { link } = linkOf('recovery', await insertMailedToken(stack, email, 'recovery'))
  const phone = new Device(stack.url)
  await phone.refused('followMailedLink', {}, 'same_password', { link, password })
  assert.equal(phone.isSignedIn, false)
  await new Device(stack.url).refused('followMailedLink', {}, 'link_over', { link, password: 'gems-and-bubbles' })
  const other = { type: 'recovery' as const, token: `${link.token}x` }
  await phone.refused('followMailedLink', {}, 'link_over', { link: other, password: 'gems-and-bubbles' })
  await phone.refused('followMailedLink', {}, 'same_password', { link, password })
  await phone.call('followMailedLink', {}, { link, password: 'gems-and-bubbles' })
  assert.equal(phone.cookies.has('bq_link'), false)
  await phone.call('currentUser', {})
})

/** Follows the link of Supabase's own template for that token; returns its session. */
async function sessionBy(stack: TestStack, token: string) {
  const followed = await fetch(`${stack.url}/auth/v1/verify?type=signup&token=${token}`, { redirect: 'manual' })
  const brought = new URLSearchParams(new URL(followed.headers.get('location') ?? '').hash.slice(1))
  return {
    type: 'signup' as const,
    token: brought.get('access_token') ?? '',
    refreshToken: brought.get('refresh_token') ?? '',
  }
}

story(
  'A session that Auth opened for a link of Supabase’s own is said before it is taken over, and taken over once',
  async (stack) => {
    const { email, link } = await newcomer(stack)
    const session = await sessionBy(stack, link.token)
    const phone = new Device(stack.url)
    assert.deepEqual(await phone.call('readMailedLink', {}, { link: session }), {
      state: 'open',
      firstName: 'Anna',
      email,
    })
    assert.equal(phone.isSignedIn, false)
    assert.equal((await phone.call('followMailedLink', {}, { link: session })).email, email)
    await phone.call('currentUser', {})
  },
)

story('A link that says one person and signs in another one is followed by nobody', async (stack) => {
  const [anna, mallory] = [await newcomer(stack), await newcomer(stack)]
  const { token } = await sessionBy(stack, anna.link.token)
  const { refreshToken } = await sessionBy(stack, mallory.link.token)
  const phone = new Device(stack.url)
  const forged = { type: 'signup' as const, token, refreshToken }
  assert.equal((await phone.call('readMailedLink', {}, { link: forged })).email, anna.email)
  await phone.refused('followMailedLink', {}, 'link_over', { link: forged })
  assert.equal(phone.isSignedIn, false)
})

story('A link that Auth has forgotten is not called open, whatever the account still says of it', async (stack) => {
  const { email } = await newFamily(stack)
  const { link } = linkOf('recovery', await insertMailedToken(stack, email, 'recovery'))
  await stack.sql`delete from auth.one_time_tokens where relates_to = ${email}`
  assert.equal((await new Device(stack.url).call('readMailedLink', {}, { link })).state, 'used')
})

story('Only digests of links are kept, which open nothing, and they go with the account', async (stack) => {
  const { email, link } = await newcomer(stack)
  const kept = await stack.sql<{ digest: string }[]>`
    select encode(digest, 'hex') as digest from private.mailed_links where user_id = (select id from auth.users where email = ${email})`
  assert.equal(kept.length, 1)
  const digest = kept[0]?.digest ?? ''
  await new Device(stack.url).refused('followMailedLink', {}, 'link_over', { link: { ...link, token: digest } })
  await stack.sql`delete from auth.users where email = ${email}`
  const [left] =
    await stack.sql`select count(*)::int as left from private.mailed_links where encode(digest, 'hex') = ${digest}`
  assert.deepEqual(left, { left: 0 })
})

Deno.test('The session of a mailed link is kept for the next try when the database was down during the first', async () => {
  let followed = 0
  let isAway = true
  const deps = {
    seal: createSeal('p'.repeat(32)),
    limits: { count: () => Promise.resolve(undefined) },
    auth: { followLink: () => Promise.resolve({ access: 'a.b.c', refresh: `refresh ${++followed}` }) },
    sessions: { begin: () => Promise.resolve({ user: { json: '{}', email: 'anna@family.example' }, cookies: [] }) },
    database: { request: () => Promise.resolve(isAway ? new Refusal('unavailable') : new TextEncoder().encode('{}')) },
  } as unknown as Deps
  const follow = (cookie: string) =>
    mailedLinkCalls.followMailedLink.run(deps, {
      request: new Request('https://quests.example/api/auth/mailed-link', { headers: { cookie } }),
      address: undefined,
      args: linkOf('signup', 'token'),
    })
  const refused = await follow('')
  assert.ok(refused instanceof Refusal)
  assert.equal(refused.code, 'unavailable')
  const [cookie = ''] = refused.headers['set-cookie']?.split(';') ?? []
  assert.doesNotMatch(cookie, /refresh/)
  isAway = false
  const reply = await follow(cookie)
  assert.ok(!(reply instanceof Refusal))
  assert.match(reply.cookies?.at(-1) ?? '', /^__Host-bq_link=; .*Max-Age=0/)
  assert.equal(followed, 1)
})
