import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { Device } from '../../../testing/device.ts'
import { kidOf, newFamily, pairedDevice, password } from '../../../testing/family.ts'
import { insertMailedToken, sessionTokenOf } from '../../../testing/tokens.ts'
import { onOneStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'

const story = onOneStack()

const next = 'gems-and-bubbles'

async function sessionsOf(stack: TestStack, email: string): Promise<number> {
  const [row] = await stack.sql<
    { count: number }[]
  >`select count(*)::int from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`
  return row?.count ?? 0
}

story('Anna changes her names, and her member follows while it carries the first one', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const user = await parent.call('currentUser', {})
  const members = await parent.call('members', { familyId })
  const anna = members[0] ?? assert.fail('the family has no member')
  const asMember = async () => (await parent.call('members', { familyId })).find(({ id }) => id === anna.id)
  assert.deepEqual(await parent.call('editProfile', {}, { firstName: ' Annette ' }), { ...user, firstName: 'Annette' })
  const followed = { ...anna, displayName: 'Annette', avatarSeed: 'Annette' }
  assert.deepEqual({ ...(await asMember()), version: anna.version }, followed)
  assert.deepEqual(
    parent.events.map(({ type }) => type),
    ['member.saved'],
  )
  assert.deepEqual(await parent.call('editProfile', {}, { lastName: 'Holm' }), {
    ...user,
    firstName: 'Annette',
    lastName: 'Holm',
  })
  const both = await parent.call('editProfile', {}, { firstName: 'Ann', lastName: '李' })
  assert.deepEqual(await parent.call('currentUser', {}), both)
  assert.equal((await asMember())?.displayName, 'Ann')

  await parent.call('editMember', { memberId: anna.id }, { displayName: 'Mama' })
  await parent.call('editProfile', {}, { firstName: 'Anna' })
  const { displayName, avatarSeed } = (await asMember()) ?? anna
  assert.deepEqual([displayName, avatarSeed], ['Mama', 'Anna'])
  // The seed of a face is never an address.
  await parent.call('editProfile', {}, { firstName: '/objects/Anna' })
  assert.equal((await asMember())?.avatarSeed, 'Anna')
  assert.equal((await parent.call('myFamilies', {}))[0]?.family.name, 'Berg Family')
})

story(
  'a password is one however a keyboard writes its letters, and one from before is tried as it is stored',
  async (stack) => {
    const composed = 'Gemüsekörbchen'.normalize('NFC')
    const separate = composed.normalize('NFD')
    assert.notEqual(composed, separate)
    const { parent, email } = await newFamily(stack)
    const signIn = (typed: string) => new Device(stack.url).call('login', {}, { email, password: typed })
    await parent.call('changePassword', {}, { currentPassword: password, newPassword: separate })
    await signIn(composed)
    await signIn(separate)
    await new Device(stack.url).refused('login', {}, 'invalid_credentials', { email, password: 'Gemusekorbchen' })

    // Stored as it was typed, as before.
    const { publishableKey } = await parent.call('realtimeAccess', {})
    const stored = await fetch(`${stack.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: publishableKey, authorization: `Bearer ${await sessionTokenOf(stack, parent)}` },
      body: JSON.stringify({ password: `${separate}2`, current_password: composed }),
    })
    assert.equal(stored.status, 200)
    await signIn(`${composed}2`)
    await signIn(`${separate}2`)
    await parent.call('changePassword', {}, { currentPassword: `${composed}2`, newPassword: password })
    await signIn(password)
  },
)

story('Anna changes her password: her other devices are signed out, this one stays and is renewed', async (stack) => {
  const family = await newFamily(stack)
  const { parent, email } = family
  const others = [await family.device(), await family.device()]
  const here = decodeJwt(await sessionTokenOf(stack, parent))['session_id']
  assert.deepEqual(await parent.call('changePassword', {}, { currentPassword: password, newPassword: next }), {
    changed: true,
  })

  assert.equal(await sessionsOf(stack, email), 1)
  await parent.call('addColumn', { familyId: family.familyId }, { title: 'Garden', emoji: '🌱' })
  parent.cookies.delete('bq_access')
  await parent.call('addColumn', { familyId: family.familyId }, { title: 'Balcony', emoji: '🌱' })
  assert.equal(decodeJwt(await sessionTokenOf(stack, parent))['session_id'], here)
  for (const other of others) {
    // Its token is refused although it has not expired, for reading as for changing.
    await other.refused('addColumn', { familyId: family.familyId }, 'not_signed_in', { title: 'Cellar', emoji: '🌱' })
    await other.refused('columns', { familyId: family.familyId }, 'not_signed_in')
    other.cookies.delete('bq_access')
    await other.refused('currentUser', {}, 'not_signed_in')
  }
  await new Device(stack.url).refused('login', {}, 'invalid_credentials', { email, password })
  await new Device(stack.url).call('login', {}, { email, password: next })
})

story('A wrong current password changes nothing and signs nobody out', async (stack) => {
  const family = await newFamily(stack)
  const tablet = await family.device()
  for (const currentPassword of [next, ` ${password}`, password.toUpperCase(), 'x']) {
    const { message } = await family.parent.refused('changePassword', {}, 'wrong_password', {
      currentPassword,
      newPassword: next,
    })
    assert.equal(message, 'The current password is not right.')
  }
  assert.equal(await sessionsOf(stack, family.email), 2)
  await tablet.call('currentUser', {})
  await new Device(stack.url).call('login', {}, { email: family.email, password })
})

story('The same password again is refused with a sentence of its own', async (stack) => {
  const { parent, email } = await newFamily(stack)
  const same = await parent.refused('changePassword', {}, 'same_password', {
    currentPassword: password,
    newPassword: password,
  })
  assert.equal(same.message, 'The new password has to be another one than the current one.')
  // The session that checked the current password has ended.
  assert.equal(await sessionsOf(stack, email), 1)
  await new Device(stack.url).call('login', {}, { email, password })
})

story('Two changes of a password at once: one of them is the password then', async (stack) => {
  const { parent, email } = await newFamily(stack)
  const wanted = ['first-new-one', 'second-new-one']
  const answers = await Promise.all(
    wanted.map((newPassword) => parent.ask('changePassword', {}, { body: { currentPassword: password, newPassword } })),
  )
  for (const { status, text } of answers) assert.ok([200, 403].includes(status), text)
  const opens = await Promise.all(
    wanted.map((one) => new Device(stack.url).ask('login', {}, { body: { email, password: one } })),
  )
  assert.deepEqual(
    opens.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 401],
  )
  await parent.call('currentUser', {})
})

/** A family with tablets that Anna let in: the first is to be kept. */
async function withTablets(stack: TestStack) {
  const family = await newFamily(stack)
  const [kept, lost] = [await pairedDevice(family), await pairedDevice(family)]
  const listed = await family.parent.call('devices', { familyId: family.familyId })
  assert.deepEqual(listed.map(({ isPaired, letInBy }) => [isPaired, letInBy]).toSorted(), [
    [false, null],
    [true, family.memberId],
    [true, family.memberId],
  ])
  return { ...family, kept: kept.tablet, lost: lost.tablet, keepDeviceIds: [kept.deviceId] }
}

story(
  'Anna changes her password and keeps one tablet: the other one ends, and a wrong try ends none',
  async (stack) => {
    const { parent, email, kept, lost, keepDeviceIds } = await withTablets(stack)
    const change = { currentPassword: password, newPassword: next, keepDeviceIds }
    await parent.refused('changePassword', {}, 'wrong_password', { ...change, currentPassword: next })
    await parent.refused('changePassword', {}, 'common_password', { ...change, newPassword: 'password123' })
    for (const tablet of [kept, lost]) await tablet.call('myFamilies', {})
    // A refused change keeps nothing later.
    assert.equal(
      (await stack.sql`select from private.kept_devices join auth.users on id = user_id where email = ${email}`).count,
      0,
    )
    await parent.call('changePassword', {}, change)
    await kept.call('myFamilies', {})
    await lost.refused('myFamilies', {}, 'not_signed_in')
    const link = { type: 'recovery', token: await insertMailedToken(stack, email, 'recovery') }
    await new Device(stack.url).call('followMailedLink', {}, { link, password })
    await kept.refused('myFamilies', {}, 'not_signed_in')
  },
)

story('Anna signs out everywhere and keeps one tablet: the other one ends', async (stack) => {
  const { parent, kept, lost, keepDeviceIds } = await withTablets(stack)
  await parent.call('logoutEverywhere', {}, { keepDeviceIds })
  await kept.call('myFamilies', {})
  await lost.refused('myFamilies', {}, 'not_signed_in')
})

story('Anna signs out everywhere: every device of hers is signed out, nobody else is', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, email } = family
  const tablet = await family.device()
  const { kid } = await kidOf(stack, family)
  const holm = await newFamily(stack, 'Holm')
  const answer = await parent.ask('logoutEverywhere', {})
  assert.deepEqual([answer.status, answer.text], [200, '{"signedOut":true}'])
  // The browser that asked is told to forget its cookies, the refresh token above all.
  assert.ok(!parent.isSignedIn)
  assert.ok(answer.headers.getSetCookie().length >= 2)
  await parent.refused('currentUser', {}, 'not_signed_in')

  assert.equal(await sessionsOf(stack, email), 0)
  await tablet.refused('addColumn', { familyId }, 'not_signed_in', { title: 'Cellar', emoji: '🌱' })
  tablet.cookies.delete('bq_access')
  await tablet.refused('currentUser', {}, 'not_signed_in')

  for (const other of [kid, holm.parent]) {
    other.cookies.delete('bq_access')
    await other.call('currentUser', {})
  }
  // It ends sessions, not the account.
  await new Device(stack.url).call('login', {}, { email, password })
})

story('A person without a family may still change names and password', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  await stack.sql`delete from public.families where id = ${familyId}`
  assert.equal((await parent.call('editProfile', {}, { firstName: 'Alone' })).firstName, 'Alone')
  await parent.call('changePassword', {}, { currentPassword: password, newPassword: next })
})

story('The pages of account recovery are told where the auth service is, signed in or not', async (stack) => {
  const expected = { url: '/auth/v1', publishableKey: stack.keys.publishableKey }
  assert.deepEqual(await new Device(stack.url).call('authAccess', {}), expected)
  assert.deepEqual(await (await newFamily(stack)).parent.call('authAccess', {}), expected)
})
