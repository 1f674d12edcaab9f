import assert from 'node:assert/strict'
import type { Reward } from '../../domain/contract/rewards.ts'
import { newFamily } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

story('Anna thinks of a reward, changes her mind about everything, and deletes it', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const answer = await parent.ask('addReward', { familyId }, { body: { title: ' Ice cream ', icon: '🍦', gemCost: 150 } })
  assert.equal(answer.status, 201)
  const added: Reward = JSON.parse(answer.text)
  assert.deepEqual(added, { id: added.id, title: 'Ice cream', icon: '🍦', gemCost: 150, isActive: 1, version: 6 })

  let known = added
  for (const change of [{ title: 'Gelato' }, { icon: '🍨' }, { gemCost: 0 }, { isActive: 0 }, { isActive: 1, gemCost: 100_000 }]) {
    const changed: Reward = await parent.call('editReward', { rewardId: added.id }, change)
    assert.deepEqual(changed, { ...known, ...change, version: known.version + 1 })
    known = changed
  }
  assert.deepEqual(await parent.call('rewards', { familyId }), [known])
  assert.deepEqual(await parent.call('deleteReward', { rewardId: added.id }), known)
  assert.deepEqual(await parent.call('rewards', { familyId }), [])
  await parent.refused('deleteReward', { rewardId: added.id }, 'not_found')
  await parent.refused('editReward', { rewardId: added.id }, 'not_found', { isActive: 1 })
})

story('A reward that says only its title gets the first icon and 100 gems', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const { icon, gemCost, isActive } = await parent.call('addReward', { familyId }, { title: 'Cinema' })
  assert.deepEqual([icon, gemCost, isActive], ['🎮', 100, 1])
})

story('The shop shows what is switched on, the cheapest first; the list shows all, in the order they were thought of', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const added = []
  for (const [title, gemCost] of [
    ['Cinema', 300],
    ['Ice cream', 50],
    ['Pizza', 300],
    ['Nothing', 10],
  ] as const) {
    added.push(await parent.call('addReward', { familyId }, { title, gemCost }))
  }
  await parent.call('editReward', { rewardId: added[3]?.id ?? '' }, { isActive: 0 })
  const { id: miaId } = await family.addMember('Mia')
  for (const device of [parent, await family.device(miaId)]) {
    const [shop, all] = [await device.call('activeRewards', { familyId }), await device.call('rewards', { familyId })]
    assert.deepEqual(
      [shop.map(({ title }) => title), all.map(({ title }) => title)],
      [
        ['Ice cream', 'Cinema', 'Pizza'],
        ['Cinema', 'Ice cream', 'Pizza', 'Nothing'],
      ],
    )
  }
})
