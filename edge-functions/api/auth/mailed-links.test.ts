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

const chosen = 'gems-and-bubbles'
/** The fields of the page on which a link opens a new account. */
const owner = {
  firstName: 'Vera',
  lastName: 'Sommer',
  language: 'de',
  timeZone: 'Europe/Berlin',
  weekStartsOn: 7,
} as const

/** Somebody signs up with an address that has to be confirmed; returns it with its mailed link. */
async function newcomer(stack: TestStack) {
  const email = newAddress('anna')
  const data = { first_name: 'Anna', last_name: 'Berg', language: 'en', time_zone: 'America/New_York' }
  await fetch(`${stack.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: stack.keys.publishableKey },
    body: JSON.stringify({ email, password, data }),
  })
  await stack.sql`delete from auth.sessions where user_id = (select id from auth.users where email = ${email})`
  await stack.sql`update auth.users set email_confirmed_at = null where email = ${email}`
  return { email, ...linkOf('signup', await insertMailedToken(stack, email, 'confirmation')) }
}

/** All that a sign-up makes of what was typed. */
async function madeFor({ sql }: TestStack, email: string) {
  const [made] = await sql`
    select p.first_name, p.last_name, m.display_name, f.name, f.time_zone, u.raw_user_meta_data ->> 'language' as language,
      u.raw_user_meta_data ->> 'first_name' as said,
      (select array_agg(title order by position) from public.quest_columns where family_id = f.id) as columns
    from auth.users u join public.profiles p on p.user_id = u.id join public.family_members m on m.user_id = u.id
      join public.families f on f.id = m.family_id
    where u.email = ${email}`
  return made
}

const madeForVera = {
  first_name: 'Vera',
  last_name: 'Sommer',
  display_name: 'Vera',
  name: 'Familie Sommer',
  time_zone: 'Europe/Berlin',
  language: 'de',
  said: null,
  columns: ['Ideen', 'Zu tun', 'In Arbeit', 'Erledigt'],
}

story(
  'Reading the newest mailed link says whose it is and uses nothing up; following it confirms the address and signs in',
  async (stack) => {
    const { email, link: older } = await newcomer(stack)
    const { link } = linkOf('signup', await insertMailedToken(stack, email, 'confirmation'))
    const phone = new Device(stack.url)
    const owned = { firstName: 'Anna', lastName: 'Berg', email, isNew: true }
    for (let times = 0; times < 2; times++)
      assert.deepEqual(await phone.call('readMailedLink', {}, { link }), { state: 'open', ...owned })
    assert.deepEqual(await phone.call('readMailedLink', {}, { link: older }), { state: 'newer', ...owned })
    await phone.refused('followMailedLink', {}, 'link_over', { link: older, password: chosen })
    assert.equal(phone.isSignedIn, false)
    await phone.refused('login', {}, 'email_not_confirmed', { email, password })
    const { message } = await phone.refused('followMailedLink', {}, 'password_required', { link, ...owner })
    assert.equal(message, 'Password is required')
    const user = await phone.call('followMailedLink', {}, { link, password: chosen, ...owner })
    assert.deepEqual([user.email, user.firstName], [email, 'Vera'])
    assert.deepEqual(await phone.call('currentUser', {}), user)

    for (const each of [link, older]) {
      const read = await phone.call('readMailedLink', {}, { link: each })
      assert.deepEqual([read.state, read.isNew], ['used', false])
    }
    await new Device(stack.url).refused('followMailedLink', {}, 'link_over', { link, password: chosen })
    await new Device(stack.url).call('login', {}, { email, password: chosen })
  },
)

story(
  'Who signs up first with the address of somebody else has no part in the account: neither password, names, language nor zone',
  async (stack) => {
    const { email, link } = await newcomer(stack)
    const [vera, stranger] = [new Device(stack.url), new Device(stack.url)]
    await vera.refused('followMailedLink', {}, 'name_required', { link, password: chosen })
    await stranger.refused('login', {}, 'invalid_credentials', { email, password })
    await vera.call('followMailedLink', {}, { link, password: chosen, ...owner })
    await stranger.refused('login', {}, 'invalid_credentials', { email, password })
    assert.deepEqual(await madeFor(stack, email), madeForVera)
  },
)

story(
  'An address that is confirmed past our page leaves no password good, and a recovery opens the account to its owner',
  async (stack) => {
    const { email, link } = await newcomer(stack)
    await sessionBy(stack, link.token)
    await new Device(stack.url).refused('login', {}, 'invalid_credentials', { email, password })
    const recovery = linkOf('recovery', await insertMailedToken(stack, email, 'recovery'))
    const vera = new Device(stack.url)
    assert.equal((await vera.call('readMailedLink', {}, recovery)).isNew, true)
    // The same password as the one that was typed first is the owner's own now.
    await vera.call('followMailedLink', {}, { ...recovery, password, ...owner })
    await new Device(stack.url).call('login', {}, { email, password })
    assert.deepEqual(await madeFor(stack, email), madeForVera)
  },
)

story(
  'A new password is set with the link, signs in here and ends every other session; the names that come along change nothing',
  async (stack) => {
    const { email, parent, familyId } = await newFamily(stack)
    const before = await madeFor(stack, email)
    const recovery = linkOf('recovery', await insertMailedToken(stack, email, 'recovery'))
    const phone = new Device(stack.url)
    assert.equal((await phone.call('readMailedLink', {}, recovery)).isNew, false)
    await phone.call('followMailedLink', {}, { ...recovery, password: chosen, ...owner })
    assert.deepEqual(await madeFor(stack, email), before)
    assert.equal((await phone.call('myFamilies', {}))[0]?.family.id, familyId)
    await parent.refused('currentUser', {}, 'not_signed_in')
    await new Device(stack.url).refused('login', {}, 'invalid_credentials', { email, password })
    await new Device(stack.url).call('login', {}, { email, password: chosen })
    assert.equal((await phone.call('readMailedLink', {}, recovery)).state, 'used')
  },
)

story(
  'A link that was never mailed, is of another kind, too old or forgotten, and the digest that is kept of it, open nothing',
  async (stack) => {
    const { email, link } = await newcomer(stack)
    const kept = () => stack.sql<{ digest: string }[]>`
      select encode(digest, 'hex') as digest from private.mailed_links where digest = sha256(convert_to(
        encode(sha256(${link.token}::text::bytea), 'hex'), 'utf8'))`
    const [{ digest } = assert.fail()] = await kept()
    const phone = new Device(stack.url)
    for (const wrong of [
      { ...link, token: `${link.token}x` },
      { ...link, token: digest },
      { ...link, type: 'recovery' as const },
      { type: 'signup', token: 'a.b.c', refreshToken: 'nonsense' } as const,
    ]) {
      await phone.refused('readMailedLink', {}, 'link_over', { link: wrong })
      await phone.refused('followMailedLink', {}, 'link_over', { link: wrong, password: chosen })
    }
    await stack.sql`update auth.one_time_tokens set created_at = created_at - interval '2 hours' where relates_to = ${email}`
    await phone.refused('followMailedLink', {}, 'link_over', { link, password: chosen })
    await stack.sql`delete from auth.one_time_tokens where relates_to = ${email}`
    assert.equal((await phone.call('readMailedLink', {}, { link })).state, 'used')
    assert.equal(phone.isSignedIn, false)
    // The digest goes with the account.
    await stack.sql`delete from auth.users where email = ${email}`
    assert.equal((await kept()).length, 0)
  },
)

story('When Auth refuses a password the same browser may try another one, and no other browser may', async (stack) => {
  const { email } = await newFamily(stack)
  const { link } = linkOf('recovery', await insertMailedToken(stack, email, 'recovery'))
  const phone = new Device(stack.url)
  for (let time = 1; time <= 2; time++) await phone.refused('followMailedLink', {}, 'same_password', { link, password })
  assert.equal(phone.isSignedIn, false)
  await new Device(stack.url).refused('followMailedLink', {}, 'link_over', { link, password: chosen })
  const other = { ...link, token: `${link.token}x` }
  await phone.refused('followMailedLink', {}, 'link_over', { link: other, password: chosen })
  // Its page does not know the link after a reload.
  for (const each of [{ link }, {}])
    assert.partialDeepStrictEqual(await phone.call('readMailedLink', {}, each), { state: 'open', email })
  const [reloaded, unanswered] = [phone.copy(), phone.copy()]
  await reloaded.call('followMailedLink', {}, { password: chosen })
  for (const device of [reloaded, new Device(stack.url)]) {
    assert.equal(device.cookies.has('bq_link'), false)
    await device.refused('readMailedLink', {}, 'link_over', {})
    await device.refused('followMailedLink', {}, 'link_over', { password: chosen })
  }
  // The reply was lost: the same password again is no other one, and is proven by Auth.
  await unanswered.refused('followMailedLink', {}, 'same_password', { password: chosen })
  await unanswered.call('followMailedLink', {}, { password: chosen, isRepeated: true })
})

story('A link whose reply was lost signs in with the password that it has set, and with no other', async (stack) => {
  const { email, link } = await newcomer(stack)
  const session = { link: await sessionBy(stack, (await newcomer(stack)).link.token) }
  for (const each of [{ link }, session]) {
    await new Device(stack.url).call('followMailedLink', {}, { ...each, password: chosen, ...owner })
    // Auth takes a refresh token again until its successor is used.
    if (each === session) await stack.sql`delete from auth.refresh_tokens where token = ${session.link.refreshToken}`
    const phone = new Device(stack.url)
    const again = { ...each, password: chosen, isRepeated: true }
    await phone.refused('followMailedLink', {}, 'link_over', { ...again, password })
    await phone.call('followMailedLink', {}, again)
    assert.equal(phone.isSignedIn, true)
  }
  const unknown = { type: 'signup', token: `${link.token}x` } as const
  await new Device(stack.url).refused('followMailedLink', {}, 'link_over', {
    link: unknown,
    password: chosen,
    isRepeated: true,
  })
  assert.equal((await new Device(stack.url).call('login', {}, { email, password: chosen })).email, email)
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
    const read = await phone.call('readMailedLink', {}, { link: session })
    assert.deepEqual(read, { state: 'open', firstName: 'Anna', lastName: 'Berg', email, isNew: true })
    assert.equal(phone.isSignedIn, false)
    await phone.call('followMailedLink', {}, { link: session, password: chosen, ...owner })
    assert.equal((await phone.call('currentUser', {})).email, email)
    assert.deepEqual(await madeFor(stack, email), madeForVera)
  },
)

story('A link that says one person and signs in another one is followed by nobody', async (stack) => {
  const [anna, mallory] = [await newcomer(stack), await newcomer(stack)]
  const { token } = await sessionBy(stack, anna.link.token)
  const { refreshToken } = await sessionBy(stack, mallory.link.token)
  const phone = new Device(stack.url)
  const forged = { type: 'signup' as const, token, refreshToken }
  assert.equal((await phone.call('readMailedLink', {}, { link: forged })).email, anna.email)
  await phone.refused('followMailedLink', {}, 'link_over', { link: forged, password: chosen })
  assert.equal(phone.isSignedIn, false)
})

Deno.test('The session of a mailed link is kept for the next try when the database was down during the first', async () => {
  let followed = 0
  let isAway = true
  const passwords: string[] = []
  const deps = {
    seal: createSeal('p'.repeat(32)),
    limits: { count: () => Promise.resolve(undefined) },
    auth: {
      followLink: () => Promise.resolve({ access: 'a.b.c', refresh: `refresh ${++followed}` }),
      setPassword: (_address: unknown, _tokens: unknown, password: string) => {
        const isSame = passwords.includes(password)
        passwords.push(password)
        return Promise.resolve(isSame ? new Refusal('same_password') : undefined)
      },
    },
    sessions: { begin: () => Promise.resolve({ user: { json: '{}', email: 'anna@family.example' }, cookies: [] }) },
    database: {
      request: (_user: unknown, command: string) =>
        Promise.resolve(
          isAway && command === 'signed_in' ? new Refusal('unavailable') : new TextEncoder().encode('{}'),
        ),
    },
  } as unknown as Deps
  const follow = (cookie: string) =>
    mailedLinkCalls.followMailedLink.run(deps, {
      request: new Request('https://quests.example/api/auth/mailed-link', { headers: { cookie } }),
      address: undefined,
      args: { ...linkOf('signup', 'token'), password: chosen, ...owner },
    })
  const refused = await follow('')
  assert.ok(refused instanceof Refusal)
  assert.equal(refused.code, 'unavailable')
  const [cookie = ''] = refused.headers['set-cookie']?.split(';') ?? []
  assert.doesNotMatch(cookie, /refresh/)
  isAway = false
  // The password is set by now, which is no reason to ask for another one.
  const reply = await follow(cookie)
  assert.ok(!(reply instanceof Refusal))
  assert.match(reply.cookies?.at(-1) ?? '', /^__Host-bq_link=; .*Max-Age=0/)
  assert.deepEqual([followed, passwords], [1, [chosen, chosen]])
})
