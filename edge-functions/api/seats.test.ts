import assert from 'node:assert/strict'
import { kidOf, newFamily, password } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

story('A member who was taken out of the family sees nothing of it from then on', async (stack) => {
  const family = await newFamily(stack)
  const { kid, memberId } = await kidOf(stack, family)
  const { email } = await kid.call('currentUser', {})
  await kid.call('columns', { familyId: family.familyId })
  await stack.sql`delete from public.family_members where id = ${memberId}`
  for (const name of ['members', 'columns', 'quests'] as const) await kid.refused(name, { familyId: family.familyId }, 'not_signed_in')
  await kid.call('login', {}, { email, password })
  for (const name of ['members', 'columns', 'quests'] as const) await kid.refused(name, { familyId: family.familyId }, 'not_found')
  assert.deepEqual(await kid.call('myFamilies', {}), [])
})

story('Two families of the same name never see each other', async (stack) => {
  const [one, other] = await Promise.all([newFamily(stack, 'Berg'), newFamily(stack, 'Berg')])
  await one.addQuest('Dishes')
  assert.equal((await one.parent.call('myFamilies', {})).length, 1)
  assert.deepEqual(await other.parent.call('quests', { familyId: other.familyId }), [])
  await other.parent.refused('quests', { familyId: one.familyId }, 'not_found')
})
