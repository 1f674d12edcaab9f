import assert from 'node:assert/strict'
import { kidOf, newFamily } from '../../embedded/testing/family.ts'
import { onOneStack } from '../../embedded/testing/stack.ts'

const story = onOneStack()

story('Mia sees the whole board on her own tablet and manages nothing of it', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const { kid, memberId } = await kidOf(stack, family)
  const dishes = await family.addQuest('Dishes', { assigneeIds: [memberId] })

  assert.equal((await kid.call('myFamilies', {}))[0]?.role, 'kid')
  for (const name of ['members', 'columns', 'quests'] as const) {
    assert.deepEqual(await kid.call(name, { familyId }), await parent.call(name, { familyId }))
  }
  assert.equal((await kid.call('realtimeAccess', {})).topic, `family:${familyId}`)

  const plants = { title: 'Plants', icon: '🌱', gemValue: 5, assigneeIds: [memberId], columnId: dishes.columnId }
  const refusals = [
    await kid.refused('addColumn', { familyId }, 'not_allowed', { title: 'Garden', emoji: '🌱' }),
    await kid.refused('editColumn', { columnId: dishes.columnId }, 'not_allowed', { title: 'Garden' }),
    await kid.refused('deleteColumn', { columnId: family.column('Ideas').id }, 'not_allowed'),
    await kid.refused('addQuest', { familyId }, 'not_allowed', plants),
    await kid.refused('moveOrEditQuest', { questId: dishes.id }, 'not_allowed', { gemValue: 1000 }),
    await kid.refused('deleteQuest', { questId: dishes.id }, 'not_allowed'),
  ]
  for (const { message } of refusals) assert.equal(message, 'Only a parent can do this.')
  assert.deepEqual(await parent.call('quests', { familyId }), [dishes])
  assert.deepEqual(await parent.call('columns', { familyId }), family.columns)
})

story('A second parent of the family may do what the first one may', async (stack) => {
  const family = await newFamily(stack)
  const { kid: father, memberId } = await kidOf(stack, family)
  await stack.sql`update public.family_members set role = 'parent' where id = ${memberId}`
  const dishes = await family.addQuest('Dishes')
  const moved = await father.call('moveOrEditQuest', { questId: dishes.id }, { columnId: family.column('Done').id })
  assert.deepEqual(await family.parent.call('quests', { familyId: family.familyId }), [moved])
})

story('A member who was taken out of the family sees nothing of it from then on', async (stack) => {
  const family = await newFamily(stack)
  const { kid, memberId } = await kidOf(stack, family)
  await kid.call('columns', { familyId: family.familyId })
  await stack.sql`delete from public.family_members where id = ${memberId}`
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
