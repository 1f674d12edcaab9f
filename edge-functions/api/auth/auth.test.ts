import assert from 'node:assert/strict'
import { Device, assertRefusal } from '../../../testing/device.ts'
import { newAddress, newFamily, password } from '../../../testing/family.ts'
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
  const signup = person({ firstName: '  Anna ', email: 'Anna.Berg@Family.Example' })
  const answer = await device.ask('signup', {}, { body: signup })
  assert.equal(answer.status, 201)
  const user = await device.call('currentUser', {})
  assert.deepEqual(JSON.parse(answer.text), user)
  assert.deepEqual(user, {
    id: user.id,
    firstName: 'Anna',
    lastName: 'Berg',
    email: 'anna.berg@family.example',
    role: 'user',
    createdAt: user.createdAt,
    profileImageUrl: null,
  })
  assert.ok(Math.abs(Date.parse(user.createdAt) - Date.now()) < 60_000)

  const [membership, ...others] = await device.call('myFamilies', {})
  assert.ok(membership)
  assert.deepEqual(others, [])
  const { id, family, device: own } = membership
  assert.deepEqual(membership, {
    id,
    role: 'parent',
    activeMemberId: id,
    wrongPins: null,
    device: { id: own?.id, isPaired: false, use: 'own', memberIds: [] },
    family: {
      id: family.id,
      name: 'Berg Family',
      rewardMode: 'celebrate',
      practiceGems: 0,
      timeZone: 'UTC',
      revision: 5,
    },
  })
  const familyId = membership.family.id
  assert.deepEqual(await device.call('members', { familyId }), [
    {
      id: membership.id,
      displayName: 'Anna',
      avatarSeed: 'Anna',
      userProfileImageUrl: null,
      role: 'parent',
      hasPin: false,
      hasPicturePin: false,
      version: 1,
    },
  ])
  const columns = await device.call('columns', { familyId })
  assert.deepEqual(
    columns.map(({ emoji, title, position }) => [emoji, title, position]),
    [
      ['💡', 'Ideas', 0],
      ['📋', 'To Do', 1],
      ['🚀', 'In Progress', 2],
      ['✅', 'Done', 3],
    ],
  )
  assert.deepEqual(await device.call('quests', { familyId }), [])
})

story('The first board is written in the language of the page', async (stack) => {
  const boards = {
    en: ['Berg Family', 'Ideas', 'To Do', 'In Progress', 'Done'],
    de: ['Familie Berg', 'Ideen', 'Zu tun', 'In Arbeit', 'Erledigt'],
    es: ['Familia Berg', 'Ideas', 'Por hacer', 'En marcha', 'Completadas'],
  }
  for (const [language, words] of Object.entries(boards)) {
    const { parent, columns } = await newFamily(stack, 'Berg', { language })
    const [membership] = await parent.call('myFamilies', {})
    assert.deepEqual([membership?.family.name, ...columns.map(({ title }) => title)], words)
  }
})

story('A family lives in the time zone of the device that signs up, in UTC when nobody knows it', async (stack) => {
  for (const [timeZone = '', kept] of [
    ['Europe/Berlin', 'Europe/Berlin'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['UTC', 'UTC'],
    ['Mars/Olympus_Mons', 'UTC'],
    ['EST5EDT', 'UTC'],
    ['', 'UTC'],
  ]) {
    const { parent } = await newFamily(stack, 'Berg', { timeZone })
    assert.equal((await parent.call('myFamilies', {}))[0]?.family.timeZone, kept)
  }
})

story('An address can have one account only, however it is written', async (stack) => {
  const { email } = await newFamily(stack)
  for (const again of [email, email.toUpperCase(), ` ${email} `]) {
    const device = new Device(stack.url)
    assert.equal(
      (await device.refused('signup', {}, 'email_taken', person({ email: again }))).message,
      'An account with this email already exists. Sign in instead.',
    )
    assert.equal(device.isSignedIn, false)
  }
  const [count] = await stack.sql`select count(*)::int as users from auth.users where email = ${email}`
  assert.deepEqual(count, { users: 1 })
})

story('Two sign-ups with one address at the same moment make one account', async (stack) => {
  const body = person()
  const devices = [new Device(stack.url), new Device(stack.url), new Device(stack.url)]
  const answers = await Promise.all(devices.map((device) => device.ask('signup', {}, { body })))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 409, 409],
  )
  const [count] = await stack.sql`select count(*)::int as users from auth.users where email = ${body.email}`
  assert.deepEqual(count, { users: 1 })
})

story('The longest names and passwords fit, and odd ones stay as they were written', async (stack) => {
  const names = ['x'.repeat(120), '👩‍👩‍👧‍👦'.repeat(10), "O'Neill; drop table families --", '李', 'בר־לב', '<b>Anna</b>']
  for (const name of names) {
    const device = new Device(stack.url)
    const body = person({ firstName: name, lastName: name, password: 'p'.repeat(72) })
    const user = await device.call('signup', {}, body)
    assert.ok('firstName' in user)
    assert.deepEqual([user.firstName, user.lastName], [name, name])
    assert.equal((await device.call('myFamilies', {}))[0]?.family.name, `${name} Family`)
    await new Device(stack.url).call('login', {}, { email: body.email, password: body.password })
  }
})

story('Anna signs in on another device; a wrong password or address is one and the same answer', async (stack) => {
  const { parent, email } = await newFamily(stack)
  const tablet = new Device(stack.url)
  const answer = await tablet.ask('login', {}, { body: { email: ` ${email.toUpperCase()}`, password } })
  assert.equal(answer.status, 200)
  assert.deepEqual(JSON.parse(answer.text), await parent.call('currentUser', {}))
  assert.deepEqual(await tablet.call('currentUser', {}), await parent.call('currentUser', {}))

  const stranger = new Device(stack.url)
  for (const body of [
    { email, password: `${password}!` },
    { email: 'nobody@family.example', password },
    { email, password: ' ' },
  ]) {
    assert.equal(
      (await stranger.refused('login', {}, 'invalid_credentials', body)).message,
      'Invalid email or password',
    )
  }
  assert.equal(stranger.isSignedIn, false)
})

story("Signing out ends this device's session at the auth service, and no other one", async (stack) => {
  const { parent, email, device } = await newFamily(stack)
  const tablet = await device()
  const stolen = new Device(stack.url)
  stolen.cookies.set('bq_refresh', tablet.cookies.get('bq_refresh') ?? '')

  assert.deepEqual(await tablet.call('logout', {}), { signedOut: true })
  assert.equal(tablet.isSignedIn, false)
  await tablet.refused('currentUser', {}, 'not_signed_in')
  await stolen.refused('currentUser', {}, 'not_signed_in')
  await parent.call('currentUser', {})
  const [left] =
    await stack.sql`select count(*)::int as sessions from auth.sessions join auth.users on users.id = user_id where email = ${email}`
  assert.deepEqual(left, { sessions: 1 })
})

story('Signing out twice, or without ever having signed in, is no mistake', async (stack) => {
  const device = new Device(stack.url)
  assert.deepEqual(await device.call('logout', {}), { signedOut: true })
  device.cookies.set('bq_access', 'nonsense').set('bq_refresh', 'nonsense')
  const answer = await device.ask('logout', {})
  assert.equal(answer.status, 200)
  assert.equal(device.isSignedIn, false)
})

story('A live connection is told its address, its topics and a token', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const access = await parent.call('realtimeAccess', {})
  assert.deepEqual(access, {
    url: '/realtime/v1',
    publishableKey: stack.keys.publishableKey,
    topic: `family:${familyId}`,
    devicesTopic: `family-devices:${familyId}`,
    token: access.token,
    expiresAt: access.expiresAt,
  })
})

story('A person without a family has no live connection', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  await stack.sql`delete from public.families where id = ${familyId}`
  assert.deepEqual(await parent.call('myFamilies', {}), [])
  assertRefusal(await parent.ask('realtimeAccess', {}), 'not_found')
})
