import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { Device } from '../../../testing/device.ts'
import { kidOf, newFamily, password } from '../../../testing/family.ts'
import { sessionTokenOf } from '../../../testing/tokens.ts'
import { onOneStack } from '../../../testing/stack.ts'

const story = onOneStack()

const actsAs = async (device: Device) => (await device.call('myFamilies', {}))[0]?.activeMemberId

story('Acting as Mia outlives a renewed token, and ends with the session', async (stack) => {
  const family = await newFamily(stack)
  const { id: mia } = await family.addMember('Mia')
  const tablet = await family.device(mia)
  const session = decodeJwt(await sessionTokenOf(stack, tablet))['session_id']
  const renewed = tablet.copy()
  renewed.cookies.delete('bq_access')
  assert.equal(await actsAs(renewed), mia)
  assert.notEqual(renewed.cookies.get('bq_refresh'), tablet.cookies.get('bq_refresh'))
  assert.equal(decodeJwt(await sessionTokenOf(stack, renewed))['session_id'], session)

  await renewed.call('logout', {})
  const [left] = await stack.sql<
    { count: number }[]
  >`select count(*)::int from private.devices where id = ${String(session)}`
  assert.deepEqual(left, { count: 0 })
  await renewed.call('login', {}, { email: family.email, password })
  assert.equal(await actsAs(renewed), family.memberId)
})

story(
  'A tablet whose member was removed is signed out at once, with its cookies and with copies of them',
  async (stack) => {
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
  },
)

story(
  "The account's address is told to nobody whose device acts as a child, and to the parent again",
  async (stack) => {
    const family = await newFamily(stack)
    const { id: mia } = await family.addMember('Mia')
    const tablet = await family.device(mia)
    const { kid } = await kidOf(stack, family)
    const emailOn = async (device: Device) => (await device.call('currentUser', {})).email
    assert.equal(await emailOn(tablet), '')
    assert.notEqual(await emailOn(kid), '', 'it is the account of the child itself')
    await tablet.call('actAs', {}, { memberId: family.memberId })
    assert.equal(await emailOn(tablet), family.email)
  },
)

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
  // It acts as Olaf, but it is Anna who is signed in.
  await tablet.refused('removeMember', { memberId: family.memberId }, 'own_member')
  assert.equal(
    (await tablet.call('editMember', { memberId: family.memberId }, { displayName: 'Mama', role: 'parent' }))
      .displayName,
    'Mama',
  )
  await tablet.call('editMember', { memberId: father }, { role: 'kid' })
  await tablet.refused('editMember', { memberId: father }, 'not_allowed', { role: 'parent' })
})

story("A kid's own login becomes no parent, with and without a PIN", async (stack) => {
  const family = await newFamily(stack)
  const { kid, memberId } = await kidOf(stack, family)
  await kid.refused('actAs', {}, 'not_allowed', { memberId: family.memberId })
  await family.parent.call('setPin', { memberId: family.memberId }, { pin: '1357' })
  await kid.refused('actAs', {}, 'pin_needed', { memberId: family.memberId })
  assert.deepEqual(await kid.call('verifyPin', { memberId: family.memberId }, { pin: '1357' }), {
    verified: true,
    isActing: false,
  })
  assert.equal(await actsAs(kid), memberId)
  const { id: emil } = await family.addMember('Emil')
  await kid.call('actAs', {}, { memberId: emil })
  assert.equal(await actsAs(kid), emil)
  await kid.call('actAs', {}, { memberId })
})
