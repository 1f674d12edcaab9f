import assert from 'node:assert/strict'
import { dayFromNow, newFamily } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

const today = dayFromNow()

story('Every line of the ledger says what it was for, the newest first, and their sum is the balance', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId, balanceOf } = family
  const { id: memberId } = await family.addMember('Mia')
  const [teeth, dishes] = [
    await family.addQuest('Teeth', { icon: '🦷', gemValue: 10, assigneeIds: [memberId], recurring: 'daily' }),
    await family.addQuest('Dishes', { icon: '🍽️', gemValue: 30, assigneeIds: [memberId] }),
  ]
  const completion = { completedDate: today, completingMemberId: memberId }
  await parent.call('moveOrEditQuest', { questId: teeth.id }, completion)
  await parent.call('moveOrEditQuest', { questId: dishes.id }, completion)
  await parent.call('editFamily', { familyId }, { rewardMode: 'ask' })
  const { id: rewardId } = await parent.call('addReward', { familyId }, { title: 'Ice cream', icon: '🍦', gemCost: 25 })
  const { id: redemptionId } = await parent.call('redeemReward', { rewardId }, { redemptionId: crypto.randomUUID(), memberId })
  assert.equal(await balanceOf(memberId), 15)
  await parent.call('decideRedemption', { redemptionId }, { status: 'declined' })
  await parent.call('undoCompletion', { questId: teeth.id, memberId, completedDate: today })
  // A line stays as it was written, whatever becomes of what it was for.
  await parent.call('moveOrEditQuest', { questId: dishes.id }, { title: 'Plates' })
  await parent.call('deleteQuest', { questId: teeth.id })
  await parent.call('deleteReward', { rewardId })

  const entries = await parent.call('gemEntries', { memberId })
  assert.deepEqual(
    entries.map(({ amount, reason, title, icon }) => [amount, reason, title, icon]),
    [
      [-10, 'undo', 'Teeth', '🦷'],
      [25, 'refund', 'Ice cream', '🍦'],
      [-25, 'redemption', 'Ice cream', '🍦'],
      [30, 'completion', 'Dishes', '🍽️'],
      [10, 'completion', 'Teeth', '🦷'],
    ],
  )
  assert.deepEqual([...new Set(entries.map((entry) => entry.memberId))], [memberId])
  assert.equal(
    await balanceOf(memberId),
    entries.reduce((sum, { amount }) => sum + amount, 0),
  )
})

story('A quest of no gems makes no line, and 100000 gems are counted to the last one', async (stack) => {
  const family = await newFamily(stack)
  const { parent, balanceOf } = family
  const { id: memberId } = await family.addMember('Mia')
  for (const gemValue of [0, 100_000, 1]) {
    const { id: questId } = await family.addQuest('Dishes', { gemValue, assigneeIds: [memberId] })
    await parent.call('moveOrEditQuest', { questId }, { completedDate: today, completingMemberId: memberId })
  }
  assert.deepEqual([await balanceOf(memberId), (await parent.call('gemEntries', { memberId })).length], [100_001, 2])
  assert.equal((await parent.call('completions', { familyId: family.familyId, '?startDate': today, '?endDate': today })).length, 3)
})

story('Everyone of the family has a balance, the parent too, and each sees that of the others', async (stack) => {
  const family = await newFamily(stack)
  const { id: miaId } = await family.addMember('Mia')
  const { id: questId } = await family.addQuest('Taxes', { gemValue: 40 })
  await family.parent.call('moveOrEditQuest', { questId }, { completedDate: today, completingMemberId: family.memberId })
  const tablet = await family.device(miaId)
  assert.deepEqual(
    [await tablet.call('gems', { memberId: family.memberId }), await tablet.call('gems', { memberId: miaId })],
    [{ balance: 40 }, { balance: 0 }],
  )
  assert.deepEqual(await tablet.call('gemEntries', { memberId: miaId }), [])
})

story('With a member goes their ledger; nobody else is a gem richer or poorer', async (stack) => {
  const family = await newFamily(stack)
  const { parent, balanceOf } = family
  const [mia, emil] = [await family.addMember('Mia'), await family.addMember('Emil')]
  for (const { id } of [mia, emil]) {
    const { id: questId } = await family.addQuest('Dishes', { gemValue: 30, assigneeIds: [id] })
    await parent.call('moveOrEditQuest', { questId }, { completedDate: today, completingMemberId: id })
  }
  await parent.call('removeMember', { memberId: mia.id })
  await parent.refused('gems', { memberId: mia.id }, 'not_found')
  await parent.refused('gemEntries', { memberId: mia.id }, 'not_found')
  assert.deepEqual([await balanceOf(emil.id), await balanceOf(family.memberId)], [30, 0])
})
