import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { Device } from '../../testing/device.ts'
import { kidOf, newFamily, password } from '../../testing/family.ts'
import { tokenOf } from '../../testing/session-tokens.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

const actsAs = async (device: Device) => (await device.call('myFamilies', {}))[0]?.activeMemberId

story('A fresh sign-in acts as the own member, whatever the other devices do', async (stack) => {
  const family = await newFamily(stack)
  const { id: mia } = await family.addMember('Mia')
  const tablet = await family.device(mia)
  assert.deepEqual([await actsAs(tablet), await actsAs(family.parent), await actsAs(await family.device())], [mia, family.memberId, family.memberId])
})

story('Without a PIN a tablet goes from one member to the other and back', async (stack) => {
  const family = await newFamily(stack)
  const [mia, emil] = [await family.addMember('Mia'), await family.addMember('Emil')]
  const tablet = await family.device()
  for (const memberId of [mia.id, mia.id, emil.id, family.memberId, mia.id]) {
    assert.deepEqual(await tablet.call('actAs', {}, { memberId }), { memberId })
    assert.equal(await actsAs(tablet), memberId)
  }
  await tablet.refused('addColumn', { familyId: family.familyId }, 'not_allowed', { title: 'Garden', emoji: '🌱' })
  await tablet.call('actAs', {}, { memberId: family.memberId })
  await tablet.call('addColumn', { familyId: family.familyId }, { title: 'Garden', emoji: '🌱' })
})

story('Acting as Mia outlives a renewed token, and ends with the session', async (stack) => {
  const family = await newFamily(stack)
  const { id: mia } = await family.addMember('Mia')
  const tablet = await family.device(mia)
  const session = decodeJwt(await tokenOf(stack, tablet))['session_id']
  const renewed = tablet.copy()
  renewed.cookies.delete('bq_access')
  assert.equal(await actsAs(renewed), mia)
  assert.notEqual(renewed.cookies.get('bq_refresh'), tablet.cookies.get('bq_refresh'))
  assert.equal(decodeJwt(await tokenOf(stack, renewed))['session_id'], session)

  await renewed.call('logout', {})
  const [left] = await stack.sql<{ count: number }[]>`select count(*)::int from private.device_sessions where session_id = ${String(session)}`
  assert.deepEqual(left, { count: 0 })
  await renewed.call('login', {}, { email: family.email, password })
  assert.equal(await actsAs(renewed), family.memberId)
})

story('A tablet whose member was removed is signed out at once, with its cookies and with copies of them', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, memberId } = family
  const [{ id: mia }, { id: leo }] = [await family.addMember('Mia'), await family.addMember('Leo')]
  const [tablet, second, leos] = [await family.device(mia), await family.device(mia), await family.device(leo)]
  const renewing = second.copy()
  renewing.cookies.delete('bq_access')
  await parent.call('removeMember', { memberId: mia })

  for (const device of [tablet, second]) {
    for (const chosen of [memberId, leo]) await device.refused('actAs', {}, 'not_signed_in', { memberId: chosen })
    for (const name of ['myFamilies', 'realtimeAccess'] as const) await device.refused(name, {}, 'not_signed_in')
    await device.refused('quests', { familyId }, 'not_signed_in')
    await device.refused('addColumn', { familyId }, 'not_signed_in', { title: 'Garden', emoji: '🌱' })
  }
  await renewing.refused('myFamilies', {}, 'not_signed_in')
  assert.deepEqual([await actsAs(leos), await actsAs(parent)], [leo, memberId])
  // Somebody who knows the password takes the tablet again.
  await tablet.call('login', {}, { email: family.email, password })
  assert.equal(await actsAs(tablet), memberId)
})

story('A second parent without a login may manage; a kid made a parent may from then on', async (stack) => {
  const family = await newFamily(stack)
  const { id: father } = await family.addMember('Olaf', { role: 'parent' })
  const tablet = await family.device(father)
  const { id: mia } = await tablet.call('addMember', { familyId: family.familyId }, { displayName: 'Mia' })
  const hers = await family.device(mia)
  await hers.refused('editMember', { memberId: mia }, 'not_allowed', { role: 'parent' })
  await tablet.call('editMember', { memberId: mia }, { role: 'parent' })
  await hers.call('editMember', { memberId: mia }, { displayName: 'Mimi' })
  await tablet.call('editMember', { memberId: mia }, { role: 'kid' })
  await hers.refused('editMember', { memberId: mia }, 'not_allowed', { displayName: 'Mia' })
})

story("A kid's own login becomes no parent, with and without a PIN", async (stack) => {
  const family = await newFamily(stack)
  const { kid, memberId } = await kidOf(stack, family)
  await kid.refused('actAs', {}, 'not_allowed', { memberId: family.memberId })
  await family.parent.call('setPin', { memberId: family.memberId }, { pin: '1357' })
  await kid.refused('actAs', {}, 'pin_needed', { memberId: family.memberId })
  await kid.refused('verifyPin', { memberId: family.memberId }, 'not_allowed', { pin: '1357' })
  assert.equal(await actsAs(kid), memberId)
  const { id: emil } = await family.addMember('Emil')
  await kid.call('actAs', {}, { memberId: emil })
  assert.equal(await actsAs(kid), emil)
  await kid.call('actAs', {}, { memberId })
})

story('Who is a parent no longer manages nothing, not even on a tablet that still acts as one', async (stack) => {
  const family = await newFamily(stack)
  const { kid: grandma, memberId } = await kidOf(stack, family)
  const { id: olaf } = await family.addMember('Olaf', { role: 'parent' })
  await family.parent.call('editMember', { memberId }, { role: 'parent' })
  await grandma.call('actAs', {}, { memberId: olaf })
  await grandma.call('editMember', { memberId: olaf }, { displayName: 'Opa' })
  await family.parent.call('editMember', { memberId }, { role: 'kid' })
  await grandma.refused('editMember', { memberId: olaf }, 'not_allowed', { displayName: 'Olaf' })
  assert.equal(await actsAs(grandma), olaf)
})

story('Nobody acts as a member of another family', async (stack) => {
  const [family, other] = [await newFamily(stack), await newFamily(stack, 'Holm')]
  const { id: strangersKid } = await other.addMember('Nils', { pin: '1357' })
  for (const memberId of [other.memberId, strangersKid, crypto.randomUUID()]) {
    await family.parent.refused('actAs', {}, 'not_found', { memberId })
    await family.parent.refused('verifyPin', { memberId }, 'not_found', { pin: '1357' })
  }
  const [kept] = await stack.sql<{ failures: number }[]>`select failures from private.member_pins where member_id = ${strangersKid}`
  assert.deepEqual(kept, { failures: 0 })
})

story('A token copied before signing out reads nothing, changes nothing, and cannot choose anybody', async (stack) => {
  const family = await newFamily(stack)
  const { id: mia } = await family.addMember('Mia')
  const tablet = await family.device(mia)
  const copy = tablet.copy()
  copy.cookies.delete('bq_refresh')
  await tablet.call('logout', {})
  for (const memberId of [family.memberId, mia]) await copy.refused('actAs', {}, 'not_signed_in', { memberId })
  for (const name of ['members', 'columns', 'quests'] as const) await copy.refused(name, { familyId: family.familyId }, 'not_signed_in')
  await copy.refused('addColumn', { familyId: family.familyId }, 'not_signed_in', { title: 'Garden', emoji: '🌱' })
  await copy.refused('editProfile', {}, 'not_signed_in', { firstName: 'Mia' })
})
