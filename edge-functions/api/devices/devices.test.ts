import assert from 'node:assert/strict'
import { pairingCodeLength, pairingLetters } from '../../../domain/contract/devices.ts'
import { Device } from '../../../testing/device.ts'
import { dayFromNow } from '../../../testing/builders.ts'
import { everythingOf } from '../../../testing/every-call.ts'
import { face, newFamily, pairedDevice, password } from '../../../testing/family.ts'
import type { SignedUpFamily } from '../../../testing/family.ts'
import { openScreen } from '../../../testing/realtime/screen.ts'
import { onOneStack } from '../../../testing/stack.ts'

const story = onOneStack()

const actsAs = async (device: Device) => (await device.call('myFamilies', {}))[0]?.activeMemberId
const devicesOf = ({ parent, familyId }: SignedUpFamily) => parent.call('devices', { familyId })

async function withChildren(family: SignedUpFamily) {
  const [mia, theo] = [await family.addMember('Mia'), await family.addMember('Theo', { pin: '8642' })]
  return { mia: mia.id, theo: theo.id, emil: (await family.addMember('Emil')).id }
}

story(
  "A tablet comes in by a code, is Mia's from then on, and never a parent's, whatever PIN it tells",
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId, memberId } = family
    const { mia, theo, emil } = await withChildren(family)
    await parent.call('setPin', { memberId }, { pin: '1357' })
    const { tablet, deviceId } = await pairedDevice(family)
    // Nobody has said who uses it: it reads, and does nothing.
    assert.equal(await actsAs(tablet), null)
    for (const chosen of [mia, emil]) await tablet.refused('actAs', {}, 'not_allowed', { memberId: chosen })
    await tablet.refused('setDeviceUse', {}, 'not_allowed', { use: 'own' })
    await tablet.refused('setDeviceUse', {}, 'not_found', { use: 'children', memberIds: [memberId] })

    const device = await tablet.call('setDeviceUse', {}, { use: 'children', memberIds: [mia] })
    assert.deepEqual(device, { id: deviceId, isPaired: true, use: 'children', memberIds: [mia] })
    assert.equal(await actsAs(tablet), mia)
    await tablet.refused('setDeviceUse', {}, 'not_allowed', { use: 'wall' })
    const user = await tablet.call('currentUser', {})
    assert.deepEqual([user.id, user.firstName, user.email, user.role], [deviceId, '', '', 'user'])

    await tablet.refused('actAs', {}, 'pin_needed', { memberId })
    assert.deepEqual(await tablet.call('verifyPin', { memberId }, { pin: '1357' }), { verified: true, isActing: false })
    assert.equal(await actsAs(tablet), mia)
    await tablet.refused('addColumn', { familyId }, 'not_allowed', { title: 'Garden', emoji: '🌱' })
    // Without a PIN a sibling's bubble stays closed on it, with one it opens by that PIN alone.
    await tablet.refused('actAs', {}, 'not_allowed', { memberId: emil })
    await tablet.refused('actAs', {}, 'pin_needed', { memberId: theo })
    assert.deepEqual(await tablet.call('verifyPin', { memberId: theo }, { pin: '8642' }), { verified: true })
    assert.equal(await actsAs(tablet), theo)
    await tablet.call('actAs', {}, { memberId: mia })
    assert.equal(await actsAs(tablet), mia)
    // Even if the member becomes a parent.
    await parent.call('editMember', { memberId: theo }, { role: 'parent' })
    await tablet.refused('actAs', {}, 'pin_needed', { memberId: theo })
    assert.equal((await tablet.call('verifyPin', { memberId: theo }, { pin: '8642' })).isActing, false)
    // A sealed cookie of something else makes no paired device.
    for (const value of [parent.cookies.get('bq_access'), tablet.cookies.get('bq_paired')?.slice(0, -2), 'x']) {
      const forged = new Device(stack.url)
      forged.cookies.set('bq_paired', String(value))
      await forged.refused('myFamilies', {}, 'not_signed_in')
    }
  },
)

story('The wall ticks for each child, takes it back for a moment, and acts as nobody', async (stack) => {
  const family = await newFamily(stack)
  const { memberId } = family
  const { mia, theo } = await withChildren(family)
  const { id: questId } = await family.addQuest('Table', { assigneeIds: [mia, theo, memberId], recurring: 'daily' })
  const { tablet } = await pairedDevice(family)
  await tablet.call('setDeviceUse', {}, { use: 'wall' })
  const completedDate = dayFromNow()
  for (const child of [mia, theo])
    await tablet.call('moveOrEditQuest', { questId }, { completedDate, completingMemberId: child })
  const annas = { completedDate, completingMemberId: memberId }
  await tablet.refused('moveOrEditQuest', { questId }, 'not_assigned', annas)
  for (const chosen of [mia, memberId]) await tablet.refused('actAs', {}, 'not_allowed', { memberId: chosen })
  assert.equal((await tablet.call('verifyPin', { memberId: theo }, { pin: '8642' })).isActing, false)
  assert.equal(await actsAs(tablet), null)

  await tablet.call('undoCompletion', { questId, memberId: mia, completedDate })
  await stack.sql`update public.quest_completions set created_at = now() - interval '80 seconds' where member_id = ${theo}`
  await tablet.refused('undoCompletion', { questId, memberId: theo, completedDate }, 'not_allowed')
  assert.deepEqual([await family.balanceOf(mia), await family.balanceOf(theo)], [0, 20])
})

story(
  'A code is used once, ends after ten minutes and with the session that made it, and no guess finds one',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId, email } = family
    const { code, expiresAt } = await parent.call('addPairing', { familyId })
    assert.match(code, new RegExp(`^[${pairingLetters}]{${pairingCodeLength}}$`))
    assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 600_000) < 60_000)
    const before = await everythingOf(stack, familyId)
    const stranger = new Device(stack.url)
    const wrong = code.replace(/^./, (first) => (first === 'B' ? 'C' : 'B'))
    await stranger.refused('join', {}, 'wrong_pairing_code', { code: wrong })
    assert.deepEqual([stranger.cookies.size, await everythingOf(stack, familyId)], [0, before])

    // However it is typed.
    await stranger.call('join', {}, { code: ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} ` })
    await new Device(stack.url).refused('join', {}, 'wrong_pairing_code', { code })
    const { code: late } = await parent.call('addPairing', { familyId })
    await stack.sql`update private.pairing_codes set expires_at = now() - interval '1 second' where family_id = ${familyId}`
    await new Device(stack.url).refused('join', {}, 'wrong_pairing_code', { code: late })
    const { code: replaced } = await parent.call('addPairing', { familyId })
    await parent.call('addPairing', { familyId })
    await new Device(stack.url).refused('join', {}, 'wrong_pairing_code', { code: replaced })
    const lent = new Device(stack.url)
    await lent.call('login', {}, { email, password })
    const { code: ended } = await lent.call('addPairing', { familyId })
    await lent.call('logout', {})
    await new Device(stack.url).refused('join', {}, 'wrong_pairing_code', { code: ended })
  },
)

story('Ten tablets with one code at the same moment: one of them is let in', async (stack) => {
  const family = await newFamily(stack)
  const { code } = await family.parent.call('addPairing', { familyId: family.familyId })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => new Device(stack.url).ask('join', {}, { body: { code } })),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 403, 403, 403, 403, 403, 403, 403, 403, 403])
  assert.equal((await devicesOf(family)).filter(({ isPaired }) => isPaired).length, 1)
})

story('A device that signs in is asked who uses it, once; given to a child it loses the account', async (stack) => {
  const family = await newFamily(stack)
  const { email, familyId } = family
  const { mia } = await withChildren(family)
  const deviceIn = async (device: Device) => (await device.call('myFamilies', {}))[0]?.device
  assert.equal((await deviceIn(family.parent))?.use, 'own')
  const tablet = new Device(stack.url, { 'user-agent': 'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X)' })
  await tablet.call('login', {}, { email, password })
  assert.equal((await deviceIn(tablet))?.use, null)
  const lent = tablet.copy()
  await tablet.call('setDeviceUse', {}, { use: 'own' })
  assert.equal((await deviceIn(tablet))?.use, 'own')
  // Known since the first time.
  await tablet.call('logout', {})
  await tablet.call('login', {}, { email, password })
  assert.equal((await deviceIn(tablet))?.use, 'own')

  const stolen = tablet.copy()
  await tablet.call('setDeviceUse', {}, { use: 'children', memberIds: [mia] })
  assert.deepEqual([...tablet.cookies.keys()].toSorted(), ['bq_device', 'bq_paired'])
  assert.equal(await actsAs(tablet), mia)
  for (const account of [stolen, lent]) {
    await account.refused('editFamily', { familyId }, 'not_signed_in', { name: 'Pirates' })
    account.cookies.delete('bq_access')
    await account.refused('myFamilies', {}, 'not_signed_in')
  }
  const paired = (await devicesOf(family)).filter(({ isPaired }) => isPaired)
  assert.deepEqual(
    paired.map(({ model, use, activeMemberId, letInBy }) => [model, use, activeMemberId, letInBy]),
    [['ipad', 'children', mia, family.memberId]],
  )
  // Signed in again, it is a parent's; its pairing has ended.
  await tablet.call('login', {}, { email, password })
  assert.equal(await actsAs(tablet), family.memberId)
  assert.deepEqual([...tablet.cookies.keys()].toSorted(), ['bq_access', 'bq_device', 'bq_refresh'])
  assert.deepEqual(
    (await devicesOf(family)).filter(({ isPaired }) => isPaired),
    [],
  )
})

story('A parent names the devices and signs them out, and each reads nothing from then on', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, memberId } = family
  const { mia } = await withChildren(family)
  const picture = await face(parent, memberId)
  const { tablet, deviceId } = await pairedDevice(family)
  await tablet.call('setDeviceUse', {}, { use: 'children', memberIds: [mia] })
  const laptop = await family.device()
  const listed = await devicesOf(family)
  assert.equal(listed.length, 3)
  assert.deepEqual(
    listed.filter(({ isThis }) => isThis).map((one) => one.accountMemberId),
    [memberId],
  )
  const laptopId = listed.find((one) => !one.isThis && !one.isPaired)?.id ?? assert.fail()
  for (const id of [deviceId, laptopId]) await parent.call('renameDevice', { deviceId: id }, { name: 'Kitchen 🍳' })
  assert.equal((await devicesOf(family)).filter(({ name }) => name === 'Kitchen 🍳').length, 2)

  for (const [device, id] of [
    [tablet, deviceId],
    [laptop, laptopId],
  ] as const) {
    await using screen = await openScreen(stack, await device.call('realtimeAccess', {}))
    const live = await device.call('realtimeAccess', {})
    await parent.call('endDevice', { deviceId: id })
    assert.ok(parent.events.some((event) => event.type === 'devices.changed' && event.endedId === id))
    assert.match(await screen.ended, /CHANNEL_ERROR|CLOSED/)
    await using late = await openScreen(stack, live)
    assert.notEqual(late.joined, 'SUBSCRIBED')
    for (const name of ['currentUser', 'myFamilies', 'realtimeAccess'] as const)
      await device.refused(name, {}, 'not_signed_in')
    await device.refused('quests', { familyId }, 'not_signed_in')
    assert.equal((await device.send('GET', picture)).status, 404)
    await parent.refused('endDevice', { deviceId: id }, 'not_found')
  }
})

story('A removed child takes its device along, a shared one stays with the others', async (stack) => {
  const family = await newFamily(stack)
  const { parent } = family
  const { mia, emil } = await withChildren(family)
  const [hers, shared] = [await pairedDevice(family), await pairedDevice(family)]
  await hers.tablet.call('setDeviceUse', {}, { use: 'children', memberIds: [mia] })
  await shared.tablet.call('setDeviceUse', {}, { use: 'children', memberIds: [mia, emil] })
  assert.equal(await actsAs(shared.tablet), null)
  await shared.tablet.call('actAs', {}, { memberId: mia })
  await parent.call('removeMember', { memberId: mia })
  await hers.tablet.refused('myFamilies', {}, 'not_signed_in')
  assert.equal(await actsAs(shared.tablet), null)
  await shared.tablet.call('actAs', {}, { memberId: emil })
  // A kid that becomes a parent leaves it as well, and it was the last one.
  await parent.call('editMember', { memberId: emil }, { role: 'parent' })
  await shared.tablet.refused('myFamilies', {}, 'not_signed_in')
})

story(
  'A family has an end of paired devices, by a code and by a sign-in; one that leaves makes room',
  async (stack) => {
    const family = await newFamily(stack)
    const { mia } = await withChildren(family)
    await stack.sql`
    insert into private.devices (is_paired, family_id) select true, ${family.familyId} from generate_series(1, 50)`
    const { code } = await family.parent.call('addPairing', { familyId: family.familyId })
    const [tablet, laptop] = [new Device(stack.url), await family.device()]
    await tablet.refused('join', {}, 'too_many_devices', { code })
    await laptop.refused('setDeviceUse', {}, 'too_many_devices', { use: 'children', memberIds: [mia] })
    assert.equal(await actsAs(laptop), family.memberId)
    const [first] = (await devicesOf(family)).filter(({ isPaired }) => isPaired)
    await family.parent.call('endDevice', { deviceId: first?.id ?? '' })
    // The code was not used up.
    await tablet.call('join', {}, { code })
  },
)
