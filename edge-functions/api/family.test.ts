import assert from 'node:assert/strict'
import { kidOf, newFamily } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

story('A family is renamed and chooses what a reward costs, one thing at a time or both', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const [before] = await parent.call('myFamilies', {})
  let known = before?.family ?? assert.fail()
  for (const change of [{ name: ' The Bergs ' }, { rewardMode: 'ask' }, { name: 'Bergs', rewardMode: 'spend' }, { rewardMode: 'celebrate' }] as const) {
    const changed = await parent.call('editFamily', { familyId }, change)
    assert.deepEqual(changed, { ...known, ...change, name: 'name' in change ? change.name.trim() : known.name, revision: known.revision + 1 })
    assert.deepEqual((await parent.call('myFamilies', {}))[0]?.family, changed)
    known = changed
  }
})

story('A parent says in which time zone the family lives; a child, and a stranger, cannot', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const { id: miaId } = await family.addMember('Mia')
  const { timeZone } = await parent.call('editFamily', { familyId }, { timeZone: 'Pacific/Auckland' })
  assert.equal(timeZone, 'Pacific/Auckland')
  const berlin = { timeZone: 'Europe/Berlin' }
  await (await family.device(miaId)).refused('editFamily', { familyId }, 'not_allowed', berlin)
  await (await kidOf(stack, family)).kid.refused('editFamily', { familyId }, 'not_allowed', berlin)
  await (await newFamily(stack, 'Holm')).parent.refused('editFamily', { familyId }, 'not_found', berlin)
  for (const unknown of ['Mars/Olympus_Mons', 'Europe/Berlin+5', 'EST5EDT', 'europe/berlin', '+01:00', '', 'x'.repeat(65)])
    await parent.refused('editFamily', { familyId }, 'invalid_input', { timeZone: unknown })
  assert.equal((await parent.call('exportFamily', { familyId })).family.timeZone, 'Pacific/Auckland')
})

story('What says nothing new is no change that anybody has to hear of', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const { message } = await parent.refused('editFamily', { familyId }, 'invalid_input', {})
  assert.equal(message, 'Nothing to change was sent')
  await parent.refused('editFamily', { familyId }, 'invalid_input', { revision: 1 })
  assert.equal((await parent.call('myFamilies', {}))[0]?.family.revision, 5)
})

story('Changes of the family, its board and its members from many devices at once are counted one by one', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => [
      parent.call('editFamily', { familyId }, { name: `Bergs ${index}` }).then(({ revision }) => revision),
      family.addQuest(`Quest ${index}`).then(({ version }) => version),
      family.addMember(`Kid ${index}`).then(({ version }) => version),
    ]).flat(),
  )
  assert.deepEqual(
    answers.toSorted((a, b) => a - b),
    Array.from({ length: 30 }, (_, index) => 6 + index),
  )
})
