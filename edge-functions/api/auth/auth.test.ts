import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { Device } from '../../../testing/device.ts'
import { newAddress, newFamily, password } from '../../../testing/family.ts'
import { sessionTokenOf } from '../../../testing/tokens.ts'
import { onOneStack } from '../../../testing/stack.ts'

const story = onOneStack()

const person = (more: Record<string, unknown> = {}) => ({
  firstName: 'Anna',
  lastName: 'Berg',
  email: newAddress(),
  password,
  ...more,
})

story('Anna signs up and has a family, herself as its parent, and four columns', async (stack) => {
  const device = new Device(stack.url)
  const email = newAddress('Anna.Berg')
  const answer = await device.ask('signup', {}, { body: person({ firstName: '  Anna ', email }) })
  assert.equal(answer.status, 201)
  const { id: userId, createdAt, ...user } = await device.call('currentUser', {})
  assert.deepEqual(JSON.parse(answer.text), { id: userId, createdAt, ...user })
  const names = { firstName: 'Anna', lastName: 'Berg', email: email.toLowerCase() }
  assert.deepEqual(user, { ...names, role: 'user', profileImageUrl: null })
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)

  const [membership, ...others] = await device.call('myFamilies', {})
  assert.ok(membership)
  assert.deepEqual(others, [])
  const { id, family } = membership
  assert.partialDeepStrictEqual(membership, {
    role: 'parent',
    activeMemberId: id,
    wrongPins: null,
    device: { isPaired: false, use: 'own', memberIds: [] },
    family: {
      name: 'Berg Family',
      rewardMode: 'celebrate',
      practiceGems: 0,
      timeZone: 'UTC',
      weekStartsOn: 1,
      revision: 5,
    },
  })
  const anna = { displayName: 'Anna', avatarSeed: 'Anna', userProfileImageUrl: null, role: 'parent', hasPin: false }
  assert.deepEqual(await device.call('members', { familyId: family.id }), [
    { id, ...anna, hasPicturePin: false, version: 1 },
  ])
  const columns = await device.call('columns', { familyId: family.id })
  assert.deepEqual(
    columns.map(({ emoji, title, position }) => [emoji, title, position]),
    [
      ['💡', 'Ideas', 0],
      ['📋', 'To Do', 1],
      ['🚀', 'In Progress', 2],
      ['✅', 'Done', 3],
    ],
  )
  assert.deepEqual(await device.call('quests', { familyId: family.id }), [])
})

story(
  'A first board has the language of the page and the time zone and week of the device, UTC when that is no zone',
  async (stack) => {
    for (const [language, weekStartsOn, timeZone, zone, ...words] of [
      ['de', 7, 'Europe/Berlin', 'Europe/Berlin', 'Familie Berg', 'Ideen', 'Zu tun', 'In Arbeit', 'Erledigt'],
      ['es', 1, 'Mars/Olympus_Mons', 'UTC', 'Familia Berg', 'Ideas', 'Por hacer', 'En marcha', 'Completadas'],
    ] as const) {
      const { parent, columns } = await newFamily(stack, 'Berg', { language, timeZone, weekStartsOn })
      const [membership] = await parent.call('myFamilies', {})
      const { name, timeZone: kept, weekStartsOn: week } = membership?.family ?? assert.fail()
      assert.deepEqual([week, kept, name, ...columns.map(({ title }) => title)], [weekStartsOn, zone, ...words])
    }
  },
)

story(
  'An address has one account only, however it is written, also when several devices sign up at once',
  async (stack) => {
    const email = newAddress()
    const devices = [email, email.toUpperCase(), ` ${email} `].map((written) => ({
      written,
      device: new Device(stack.url),
    }))
    const answers = await Promise.all(
      devices.map(({ written, device }) => device.ask('signup', {}, { body: person({ email: written }) })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409],
    )
    const late = new Device(stack.url)
    const { message } = await late.refused('signup', {}, 'email_taken', person({ email }))
    assert.equal(message, 'An account with this email already exists. Sign in instead.')
    assert.equal(late.isSignedIn, false)
    assert.equal((await stack.sql`select from auth.users where email = ${email}`).count, 1)
  },
)

story('Anna signs in on another device; a wrong password or address is one and the same answer', async (stack) => {
  const { parent, email } = await newFamily(stack)
  const tablet = new Device(stack.url)
  const user = await tablet.call('login', {}, { email: ` ${email.toUpperCase()}`, password })
  for (const device of [parent, tablet]) assert.deepEqual(await device.call('currentUser', {}), user)

  const stranger = new Device(stack.url)
  for (const [address, tried] of [
    [email, `${password}!`],
    ['nobody@family.example', password],
    [email, ' '],
  ]) {
    const body = { email: address, password: tried }
    const { message } = await stranger.refused('login', {}, 'invalid_credentials', body)
    assert.equal(message, 'Invalid email or password')
  }
  assert.equal(stranger.isSignedIn, false)
})

story(
  "Signing out ends this device's session at the auth service, and no other one, and is no mistake twice",
  async (stack) => {
    const { parent, email, device } = await newFamily(stack)
    const tablet = await device()
    const stolen = new Device(stack.url)
    stolen.cookies.set('bq_refresh', tablet.cookies.get('bq_refresh') ?? '')

    for (let time = 1; time <= 2; time++) assert.deepEqual(await tablet.call('logout', {}), { signedOut: true })
    for (const out of [tablet, stolen]) await out.refused('currentUser', {}, 'not_signed_in')
    await parent.call('currentUser', {})
    const left = await stack.sql`select from auth.sessions join auth.users on users.id = user_id where email = ${email}`
    assert.equal(left.count, 1)
    tablet.cookies.set('bq_access', 'nonsense').set('bq_refresh', 'nonsense')
    await tablet.call('logout', {})
    assert.equal(tablet.isSignedIn, false)
  },
)

story(
  'A live connection is told its address, its topics and a token of its own, which names the session and no account',
  async (stack) => {
    const { publishableKey } = stack.keys
    assert.deepEqual(await new Device(stack.url).call('authAccess', {}), { url: '/auth/v1', publishableKey })
    const { parent, familyId } = await newFamily(stack)
    const { token, expiresAt, ...access } = await parent.call('realtimeAccess', {})
    assert.deepEqual(access, {
      url: '/realtime/v1',
      publishableKey,
      topic: `family:${familyId}`,
      devicesTopic: `family-devices:${familyId}`,
    })
    const { sub, exp = 0, iat = 0, ...claims } = decodeJwt(token)
    assert.equal(sub, decodeJwt(await sessionTokenOf(stack, parent))['session_id'])
    assert.deepEqual(claims, { aud: 'authenticated', role: 'authenticated' })
    assert.deepEqual([exp - iat, expiresAt], [300, new Date(exp * 1000).toISOString()])
  },
)

story('A person without a family has no live connection, and still changes names and password', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  await stack.sql`delete from public.families where id = ${familyId}`
  assert.deepEqual(await parent.call('myFamilies', {}), [])
  await parent.refused('realtimeAccess', {}, 'not_found')
  assert.equal((await parent.call('editProfile', {}, { firstName: 'Alone' })).firstName, 'Alone')
  await parent.call('changePassword', {}, { currentPassword: password, newPassword: 'gems-and-bubbles' })
})
