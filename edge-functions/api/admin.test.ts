import assert from 'node:assert/strict'
import { makeAdmin } from '../../testing/every-call.ts'
import { newFamily } from '../../testing/family.ts'
import { onOwnStack } from '../../testing/stack.ts'

const story = onOwnStack()

story('Only an admin sees how many people and families there are, and the numbers are real', async (stack) => {
  const family = await newFamily(stack)
  const { parent } = family
  assert.equal((await parent.refused('adminStats', {}, 'not_allowed')).message, 'Only an admin can see this.')
  await makeAdmin(stack, parent)
  assert.equal((await parent.call('currentUser', {})).role, 'admin')
  assert.deepEqual(await parent.call('adminStats', {}), { totalUsers: 1, totalFamilies: 1 })
  const { familyId } = await newFamily(stack, 'Holm')
  assert.deepEqual(await parent.call('adminStats', {}), { totalUsers: 2, totalFamilies: 2 })
  await stack.sql`delete from public.families where id = ${familyId}`
  assert.deepEqual(await parent.call('adminStats', {}), { totalUsers: 2, totalFamilies: 1 })

  // An admin sees numbers, and nothing of any other family.
  const { parent: stranger, familyId: theirs } = await newFamily(stack, 'Lund')
  await parent.refused('members', { familyId: theirs }, 'not_found')
  await stranger.refused('adminStats', {}, 'not_allowed')
})

story("In the hands of a kid an admin's tablet sees no numbers", async (stack) => {
  const family = await newFamily(stack)
  await makeAdmin(stack, family.parent)
  const { id } = await family.addMember('Mia')
  const tablet = await family.device(id)
  await tablet.refused('adminStats', {}, 'not_allowed')
  await tablet.call('actAs', {}, { memberId: family.memberId })
  await tablet.call('adminStats', {})
})
