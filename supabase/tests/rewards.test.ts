import assert from 'node:assert/strict'
import { ask, heardOf, refusedInSilence } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { twoHouses } from '../../testing/seats.ts'

const story = onOneDatabase()

const pizza = { title: 'Pizza', icon: '🍕', gemCost: 30 }

story('A parent adds a reward, changes it, hides it, and takes it away: each heard as answered', async ({ sql }) => {
  const { berg } = await twoHouses(sql)
  const { familyId, parent } = berg
  const told = (command: string, args: Record<string, string | number>) => heardOf(sql, familyId, () => ask(sql, parent.userId, command, args))
  const added = await told('add_reward', { familyId, ...pizza })
  const { id, version, ...fields } = added.reply
  assert.deepEqual(fields, { ...pizza, isActive: 1 })
  assert.equal(typeof version, 'number')
  assert.deepEqual(added.heard, [['reward.saved', { reward: added.reply }]])
  const rewardId = String(id)
  const changed = await told('edit_reward', { rewardId, title: 'Two pizzas', gemCost: 60 })
  assert.deepEqual([changed.reply['title'], changed.reply['gemCost'], changed.reply['icon']], ['Two pizzas', 60, '🍕'])
  assert.deepEqual(changed.heard, [['reward.saved', { reward: changed.reply }]])
  const hidden = await told('edit_reward', { rewardId, isActive: 0 })
  assert.equal(hidden.reply['isActive'], 0)
  assert.deepEqual(hidden.heard, [['reward.saved', { reward: hidden.reply }]])
  const deleted = await told('delete_reward', { rewardId })
  assert.deepEqual(deleted.reply, hidden.reply)
  assert.deepEqual(deleted.heard, [['reward.deleted', { rewardId }]])
  await refusedInSilence(sql, familyId, parent.userId, 'edit_reward', { rewardId, gemCost: 1 }, 'not_found')
  await refusedInSilence(sql, familyId, parent.userId, 'delete_reward', { rewardId }, 'not_found')
})

story('The active ones are listed by price, those of one price and all of them in the order they came', async ({ sql }) => {
  const { berg, kid } = await twoHouses(sql)
  const { familyId, parent } = berg
  const costs = { Cinema: 30, 'Ice cream': 10, Nothing: 20, Pizza: 30 }
  for (const [title, gemCost] of Object.entries(costs)) await ask(sql, parent.userId, 'add_reward', { familyId, ...pizza, title, gemCost })
  await sql`update public.rewards set is_active = false where family_id = ${familyId} and gem_cost = 20`
  const listed = async (command: string) =>
    Object.values(await ask(sql, kid.userId, command, { familyId })).map((reward) => (reward as { title: string }).title)
  assert.deepEqual(await listed('list_rewards'), Object.keys(costs))
  assert.deepEqual(await listed('list_active_rewards'), ['Ice cream', 'Cinema', 'Pizza'])
})

story('Kids and other families change no reward', async ({ sql }) => {
  const { berg, kid, tablet, holm } = await twoHouses(sql)
  const { familyId } = berg
  const rewardId = String((await ask(sql, berg.parent.userId, 'add_reward', { familyId, ...pizza }))['id'])
  for (const [who, code] of [
    [kid.userId, 'not_allowed'],
    [tablet, 'not_allowed'],
    [holm.parent.userId, 'not_found'],
  ] as const) {
    await refusedInSilence(sql, familyId, who, 'add_reward', { familyId, ...pizza }, code)
    await refusedInSilence(sql, familyId, who, 'edit_reward', { rewardId, gemCost: 0 }, code)
    await refusedInSilence(sql, familyId, who, 'delete_reward', { rewardId }, code)
  }
  await refusedInSilence(sql, familyId, holm.parent.userId, 'list_rewards', { familyId }, 'not_found')
  await refusedInSilence(sql, familyId, holm.parent.userId, 'list_active_rewards', { familyId }, 'not_found')
})
