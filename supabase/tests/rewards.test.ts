import assert from 'node:assert/strict'
import { ask, heardOf, heardSaved, refusedInSilence } from '../../testing/commands.ts'
import type { Asking } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { twoHouses } from '../../testing/seats.ts'

const story = onOneDatabase()

const pizza = { title: 'Pizza', icon: '🍕', gemCost: 30 }

story('A parent adds a reward, changes it, hides it, and takes it away: each heard as answered', async ({ sql }) => {
  const { berg } = await twoHouses(sql)
  const { familyId, parent } = berg
  const saved = (command: string, args: Record<string, string | number>) =>
    heardSaved(sql, familyId, parent.userId, 'reward', command, args)
  const { id, version, ...fields } = await saved('add_reward', { familyId, ...pizza })
  assert.deepEqual([fields, typeof version], [{ ...pizza, isActive: 1 }, 'number'])
  const rewardId = String(id)
  const changed = await saved('edit_reward', { rewardId, title: 'Two pizzas', gemCost: 60 })
  assert.deepEqual([changed['title'], changed['gemCost'], changed['icon']], ['Two pizzas', 60, '🍕'])
  const hide = () => ask(sql, parent.userId, 'edit_reward', { rewardId, isActive: 0 })
  const { reply: hidden, heard } = await heardOf(sql, familyId, hide)
  assert.deepEqual([hidden['isActive'], heard], [0, [['reward.hidden', { rewardId }]]], 'kids hear its id alone')
  const deleted = await heardOf(sql, familyId, () => ask(sql, parent.userId, 'delete_reward', { rewardId }))
  assert.deepEqual(deleted, { reply: hidden, heard: [['reward.deleted', { rewardId }]] })
  await refusedInSilence(sql, familyId, parent.userId, 'edit_reward', { rewardId, gemCost: 1 }, 'not_found')
  await refusedInSilence(sql, familyId, parent.userId, 'delete_reward', { rewardId }, 'not_found')
})

story(
  'The active ones are listed by price, those of one price and all of them in the order they came',
  async ({ sql }) => {
    const { berg, kid, tablet } = await twoHouses(sql)
    const { familyId, parent } = berg
    const costs = { Cinema: 30, 'Ice cream': 10, Nothing: 20, Pizza: 30 }
    for (const [title, gemCost] of Object.entries(costs))
      await ask(sql, parent.userId, 'add_reward', { familyId, ...pizza, title, gemCost })
    await sql`update public.rewards set is_active = false where family_id = ${familyId} and gem_cost = 20`
    const listed = async (command: string, who: Asking = kid.userId) =>
      Object.values(await ask(sql, who, command, { familyId })).map((reward) => (reward as { title: string }).title)
    assert.deepEqual(await listed('list_rewards', parent.userId), Object.keys(costs))
    for (const who of [kid.userId, tablet]) {
      assert.deepEqual(await listed('list_rewards', who), ['Cinema', 'Ice cream', 'Pizza'])
      assert.deepEqual(await listed('list_active_rewards', who), ['Ice cream', 'Cinema', 'Pizza'])
    }
  },
)
