import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { Device } from '../../../testing/device.ts'
import { kidOf, newFamily, password } from '../../../testing/family.ts'
import { renewAtAuth, sessionTokenOf, setToken } from '../../../testing/tokens.ts'
import { onOneStack } from '../../../testing/stack.ts'

const story = onOneStack()

const actsAs = async (device: Device) => (await device.call('myFamilies', {}))[0]?.activeMemberId

story(
  'Acting as Mia outlives a renewed token, also one renewed past the function, and ends with the session',
  async (stack) => {
    const family = await newFamily(stack)
    const { id: mia } = await family.addMember('Mia')
    const tablet = await family.device(mia)
    const session = decodeJwt(await sessionTokenOf(stack, tablet))['session_id']
    const renewed = tablet.copy()
    renewed.cookies.delete('bq_access')
    assert.equal(await actsAs(renewed), mia)
    assert.notEqual(renewed.cookies.get('bq_refresh'), tablet.cookies.get('bq_refresh'))
    assert.equal(decodeJwt(await sessionTokenOf(stack, renewed))['session_id'], session)
    const past = new Device(stack.url)
    const { access_token } = await renewAtAuth(stack, await sessionTokenOf(stack, renewed, 'bq_refresh'))
    await setToken(stack, past, access_token)
    assert.equal(await actsAs(past), mia)

    await renewed.call('logout', {})
    assert.equal((await stack.sql`select from private.devices where id = ${String(session)}`).count, 0)
    await renewed.call('login', {}, { email: family.email, password })
    assert.equal(await actsAs(renewed), family.memberId)
  },
)

story('A device manages as the member it acts as, and tells the address of the account to no child', async (stack) => {
  const family = await newFamily(stack)
  const { id: father } = await family.addMember('Olaf', { role: 'parent' })
  const tablet = await family.device(father)
  const { id: mia } = await tablet.call('addMember', { familyId: family.familyId }, { displayName: 'Mia' })
  const hers = await family.device(mia)
  const emailOn = async (device: Device) => (await device.call('currentUser', {})).email
  assert.deepEqual([await emailOn(hers), await emailOn(tablet)], ['', family.email])
  const { kid } = await kidOf(stack, family)
  assert.notEqual(await emailOn(kid), '', 'it is the account of the child itself')
  // It acts as Olaf, but it is Anna who is signed in.
  await tablet.refused('removeMember', { memberId: family.memberId }, 'own_member')
})
