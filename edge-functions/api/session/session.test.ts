import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { createTokens, newSigningKey } from '../../../embedded/tokens.ts'
import type { Claims } from '../../../embedded/tokens.ts'
import { Device } from '../../../testing/device.ts'
import { newFamily, password } from '../../../testing/family.ts'
import { insertMailedToken, setToken, sessionTokenOf } from '../../../testing/tokens.ts'
import { onOneStack, settingsFor } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'
import { createApi } from '../app.ts'
import type { Api } from '../app.ts'
import { createSeal } from './seal.ts'

const story = onOneStack()

/** Signs the device's access token again with the installation's own keys but other claims. */
async function withClaims(stack: TestStack, device: Device, claims: Claims): Promise<string> {
  const tokens = await createTokens(stack.keys.jwtSecret, stack.keys.signingKeys)
  return tokens.sign({ ...decodeJwt(await sessionTokenOf(stack, device)), ...claims })
}

const soon = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

story('An access token that has run out is renewed inside the request', async (stack) => {
  const { parent } = await newFamily(stack)
  const before = parent.cookies.get('bq_refresh')
  await setToken(stack, parent, await withClaims(stack, parent, { exp: soon(-5) }))
  await parent.call('currentUser', {})
  assert.notEqual(parent.cookies.get('bq_refresh'), before)
  assert.ok((decodeJwt(await sessionTokenOf(stack, parent)).exp ?? 0) > soon(600))
  assert.deepEqual((await parent.ask('currentUser', {})).headers.getSetCookie(), [])
})

story('Two instances of the function that renew one session at once sign nobody out either', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const instances = [createApi(settingsFor(stack), stack.sql), createApi(settingsFor(stack), stack.sql)]
  await setToken(stack, parent, await withClaims(stack, parent, { exp: soon(-5) }))
  const cookie = `bq_access=${parent.cookies.get('bq_access')}; bq_refresh=${parent.cookies.get('bq_refresh')}`
  const ask = async (api: Api | undefined, sent: string) =>
    api?.fetch(new Request(`${stack.url}/api/families/${familyId}/quest-columns`, { headers: { cookie: sent } }))
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(instances[index % 2], cookie)))
  for (const answer of answers) {
    assert.equal(answer?.status, 200)
    // The cookies of either response work.
    const kept = answer.headers.getSetCookie().map((one) => one.split(';')[0])
    assert.equal((await ask(instances[0], kept.join('; ')))?.status, 200)
    assert.equal((await ask(instances[1], kept[1] ?? ''))?.status, 200)
  }
})

story("A tampered token is nobody's, and its cookies are taken away", async (stack) => {
  const { parent } = await newFamily(stack)
  const token = await sessionTokenOf(stack, parent)
  const [head = '', body = '', signature = ''] = token.split('.')
  const foreign = await createTokens('another secret of another installation', [await newSigningKey()])
  const claims = decodeJwt(token)
  const unsigned = btoa('{"alg":"none","typ":"JWT"}').replaceAll('=', '')
  const tampered = [
    'nonsense',
    `${head}.${btoa(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).replaceAll('=', '')}.${signature}`,
    `${unsigned}.${body}.`,
    await foreign.sign({ ...claims }),
    await withClaims(stack, parent, { sub: 'nobody' }),
    await withClaims(stack, parent, { exp: soon(-5) }),
  ]
  const closed = parent.cookies.get('bq_access') ?? ''
  const cookies = [
    ...(await Promise.all(tampered.map((access) => createSeal(stack.keys.pinPepper).close('bq_access', access)))),
    // A valid token that was not sealed here, or not as this cookie.
    token,
    await createSeal('the pepper of another installation, as long').close('bq_access', token),
    await createSeal(stack.keys.pinPepper).close('bq_refresh', token),
    ...[0, 20, 200].map(
      (place) => `${closed.slice(0, place)}${closed[place] === 'A' ? 'B' : 'A'}${closed.slice(place + 1)}`,
    ),
    closed.slice(0, -4),
  ]
  for (const access of cookies) {
    const device = new Device(stack.url)
    device.cookies.set('bq_access', access).set('bq_refresh', 'nonsense')
    await device.refused('currentUser', {}, 'not_signed_in')
    assert.equal(device.cookies.size, 0, access)
  }
  await parent.call('currentUser', {})
})

story('A deleted person has no session any more, and sees nothing while the token lasts', async (stack) => {
  const { parent, email, familyId } = await newFamily(stack)
  await stack.sql`delete from auth.users where email = ${email}`
  await parent.refused('currentUser', {}, 'not_signed_in')
  assert.deepEqual(await parent.call('myFamilies', {}), [])
  for (const name of ['members', 'columns', 'quests'] as const) await parent.refused(name, { familyId }, 'not_found')
  await parent.refused('addColumn', { familyId }, 'not_found', { title: 'Garden', emoji: '🌱' })
  await setToken(stack, parent, await withClaims(stack, parent, { exp: soon(-5) }))
  await parent.refused('myFamilies', {}, 'not_signed_in')
  assert.equal(parent.isSignedIn, false)
})

story(
  'A locked account is told so: at the sign-in, when its session is renewed, and by a mailed link',
  async (stack) => {
    const { parent, email } = await newFamily(stack)
    const ban = (until: string | null) =>
      stack.sql`update auth.users set banned_until = ${until} where email = ${email}`
    const sentence = 'This account is locked. Please ask whoever runs this server.'
    const [device, wrong] = [new Device(stack.url), new Device(stack.url)]
    await ban('2099-01-01')
    assert.equal((await device.refused('login', {}, 'user_banned', { email, password })).message, sentence)
    await wrong.refused('login', {}, 'invalid_credentials', { email, password: 'a guess' })
    const link = { type: 'recovery', token: await insertMailedToken(stack, email, 'recovery') } as const
    await device.refused('followMailedLink', {}, 'user_banned', { link, password: 'gems-and-bubbles' })

    const [kept, current] = [parent.copy(), parent.copy()]
    // The database refuses a token that is still good.
    await current.refused('myFamilies', {}, 'user_banned')
    for (const each of [parent, kept]) each.cookies.delete('bq_access')
    assert.equal((await parent.refused('currentUser', {}, 'user_banned')).message, sentence)
    assert.equal(parent.cookies.has('bq_refresh'), false)
    // A lock that is over, or was taken away, leaves the session of who did not ask meanwhile.
    await ban('2020-01-01')
    await kept.call('currentUser', {})
    await device.call('login', {}, { email, password })
  },
)

story('A session planted before the sign-in is not the one that is signed in', async (stack) => {
  const { parent: attacker } = await newFamily(stack, 'Evil')
  const victim = await newFamily(stack)
  // The browser has the attacker's cookies when Anna signs in on it.
  const browser = attacker.copy()
  await browser.call('login', {}, { email: victim.email, password })
  for (const [name, value] of attacker.cookies) assert.notEqual(browser.cookies.get(name), value, name)
  assert.equal((await browser.call('currentUser', {})).email, victim.email)
  assert.notEqual((await attacker.call('currentUser', {})).email, victim.email)
})
