import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { Device } from '../../../testing/device.ts'
import { kidOf, newAddress, newFamily, pairedDevice, password } from '../../../testing/family.ts'
import { sessionTokenOf } from '../../../testing/tokens.ts'
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

/** A family with a phone of Anna's, and with tablets that she let in: the first is to be kept. */
async function withTablets(stack: TestStack) {
  const family = await newFamily(stack)
  const [phone, kept, lost] = [await family.device(), await pairedDevice(family), await pairedDevice(family)]
  return { ...family, phone, kept: kept.tablet, lost: lost.tablet, keepDeviceIds: [kept.deviceId] }
}

/** The token of a device is refused although it has not expired, and is not renewed. */
async function assertSignedOut(device: Device, familyId: string): Promise<void> {
  await device.refused('addColumn', { familyId }, 'not_signed_in', { title: 'Cellar', emoji: '🌱' })
  device.cookies.delete('bq_access')
  await device.refused('currentUser', {}, 'not_signed_in')
}

story('Anna changes her names, and her member follows while it carries the first one', async (stack) => {
  const { parent, familyId, memberId } = await newFamily(stack)
  const user = await parent.call('currentUser', {})
  const asMember = async () => (await parent.call('members', { familyId })).find(({ id }) => id === memberId)
  assert.deepEqual(await parent.call('editProfile', {}, { firstName: ' Annette ' }), { ...user, firstName: 'Annette' })
  assert.deepEqual(
    parent.events.map(({ type }) => type),
    ['member.saved'],
  )
  assert.partialDeepStrictEqual(await asMember(), { displayName: 'Annette', avatarSeed: 'Annette' })
  const both = await parent.call('editProfile', {}, { firstName: 'Ann', lastName: '李' })
  assert.deepEqual(await parent.call('currentUser', {}), both)

  await parent.call('editMember', { memberId }, { displayName: 'Mama' })
  await parent.call('editProfile', {}, { firstName: 'Anna' })
  assert.partialDeepStrictEqual(await asMember(), { displayName: 'Mama', avatarSeed: 'Anna' })
  // The seed of a face is never an address.
  await parent.call('editProfile', {}, { firstName: '/objects/Anna' })
  assert.equal((await asMember())?.avatarSeed, 'Anna')
})

story(
  'a password is one however a keyboard writes its letters, and one from before is tried as it is stored',
  async (stack) => {
    const [composed, separate] = ['Gemüsekörbchen'.normalize('NFC'), 'Gemüsekörbchen'.normalize('NFD')]
    const { parent, email } = await newFamily(stack)
    const signIn = (typed: string) => new Device(stack.url).call('login', {}, { email, password: typed })
    await parent.call('changePassword', {}, { currentPassword: password, newPassword: separate })
    for (const typed of [composed, separate]) await signIn(typed)

    // Stored as it was typed, as before.
    const { publishableKey } = await parent.call('authAccess', {})
    const stored = await fetch(`${stack.url}/auth/v1/user`, {
      method: 'PUT',
      headers: { apikey: publishableKey, authorization: `Bearer ${await sessionTokenOf(stack, parent)}` },
      body: JSON.stringify({ password: `${separate}2`, current_password: composed }),
    })
    assert.equal(stored.status, 200)
    for (const typed of [composed, separate]) await signIn(`${typed}2`)
    await parent.call('changePassword', {}, { currentPassword: `${composed}2`, newPassword: password })
    await signIn(password)
  },
)

story(
  'Anna changes her password and keeps one tablet: every other device of hers ends, this one is renewed; a refused change ends none',
  async (stack) => {
    const { parent, email, familyId, phone, kept, lost, keepDeviceIds } = await withTablets(stack)
    const here = decodeJwt(await sessionTokenOf(stack, parent))['session_id']
    const change = { currentPassword: password, newPassword: next, keepDeviceIds }
    const wrong = 'The current password is not right.'
    for (const [code, sentence, refused] of [
      ['wrong_password', wrong, { currentPassword: next }],
      ['wrong_password', wrong, { currentPassword: ` ${password}` }],
      ['same_password', 'The new password has to be another one than the current one.', { newPassword: password }],
    ] as const)
      assert.equal((await parent.refused('changePassword', {}, code, { ...change, ...refused })).message, sentence)
    for (const device of [phone, kept, lost]) await device.call('myFamilies', {})
    // The sessions that checked the current password have ended, and a refused change keeps nothing later.
    assert.equal(await sessionsOf(stack, email), 2)
    const choices =
      await stack.sql`select from private.kept_devices join auth.users on id = user_id where email = ${email}`
    assert.equal(choices.count, 0)

    assert.deepEqual(await parent.call('changePassword', {}, change), { changed: true })
    assert.equal(await sessionsOf(stack, email), 1)
    parent.cookies.delete('bq_access')
    await parent.call('addColumn', { familyId }, { title: 'Balcony', emoji: '🌱' })
    assert.equal(decodeJwt(await sessionTokenOf(stack, parent))['session_id'], here)
    await kept.call('myFamilies', {})
    for (const device of [phone, lost]) await assertSignedOut(device, familyId)
    await new Device(stack.url).refused('login', {}, 'invalid_credentials', { email, password })
    await new Device(stack.url).call('login', {}, { email, password: next })
  },
)

story('A password is proven with the address that Auth has, which the operator may have changed', async (stack) => {
  const { parent, email, familyId } = await newFamily(stack)
  const moved = newAddress('moved')
  await stack.sql`update auth.users set email = ${moved} where email = ${email}`
  await parent.refused('changePassword', {}, 'password_is_email', { currentPassword: password, newPassword: moved })
  await parent.call('changePassword', {}, { currentPassword: password, newPassword: next })
  await parent.call('deleteFamily', { familyId }, { currentPassword: next })
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

story(
  'Anna signs out everywhere and keeps one tablet: every other device of hers ends, and nobody else is signed out',
  async (stack) => {
    const family = await withTablets(stack)
    const { parent, email, familyId, phone, kept, lost, keepDeviceIds } = family
    const [{ kid }, { parent: holm }] = [await kidOf(stack, family), await newFamily(stack, 'Holm')]
    const answer = await parent.ask('logoutEverywhere', {}, { body: { keepDeviceIds } })
    assert.deepEqual([answer.status, answer.text], [200, '{"signedOut":true}'])
    // The browser that asked is told to forget its cookies, the refresh token above all.
    assert.ok(!parent.isSignedIn)
    await parent.refused('currentUser', {}, 'not_signed_in')
    assert.equal(await sessionsOf(stack, email), 0)
    for (const device of [phone, lost]) await assertSignedOut(device, familyId)
    await kept.call('myFamilies', {})
    for (const other of [kid, holm]) {
      other.cookies.delete('bq_access')
      await other.call('currentUser', {})
    }
    // It ends sessions, not the account.
    await new Device(stack.url).call('login', {}, { email, password })
  },
)
