import assert from 'node:assert/strict'
import { newFamily } from '../../../testing/family.ts'
import { dayFromNow } from '../../../testing/builders.ts'
import { onOneStack } from '../../../testing/stack.ts'

const story = onOneStack()

const today = dayFromNow()

story(
  'Every line of the ledger says what it was for, the newest first, and their sum is the balance',
  async (stack) => {
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
    const { id: rewardId } = await parent.call(
      'addReward',
      { familyId },
      { title: 'Ice cream', icon: '🍦', gemCost: 25 },
    )
    const { id: redemptionId } = await parent.call(
      'redeemReward',
      { rewardId },
      { redemptionId: crypto.randomUUID(), memberId },
    )
    assert.equal(await balanceOf(memberId), 15)
    await parent.call('decideRedemption', { redemptionId }, { status: 'declined' })
    await parent.call('undoCompletion', { questId: teeth.id, memberId, completedDate: today })
    // An entry stays as it was written, however its quest or reward changes.
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
  },
)

story('Gems for an undone quest do not come back through a declined wish', async (stack) => {
  const { parent, familyId, balanceOf, addMember, addQuest, column } = await newFamily(stack)
  const { id: memberId } = await addMember('Mia')
  const complete = (questId: string) =>
    parent.call('moveOrEditQuest', { questId }, { completedDate: today, completingMemberId: memberId })
  const putBack = (questId: string) => parent.call('moveOrEditQuest', { questId }, { columnId: column('To Do').id })
  const ledger = async () =>
    (await parent.call('gemEntries', { memberId })).map(({ amount, reason }) => `${reason} ${amount}`)
  const { id: questId } = await addQuest('Dishes', { gemValue: 50, assigneeIds: [memberId] })
  await complete(questId)
  await parent.call('editFamily', { familyId }, { rewardMode: 'ask' })
  const { id: rewardId } = await parent.call('addReward', { familyId }, { title: 'Cinema', gemCost: 50 })
  const wished = await parent.call('redeemReward', { rewardId }, { redemptionId: crypto.randomUUID(), memberId })
  const back = await putBack(questId)
  assert.deepEqual(back.takenBack, [{ questId, completedDate: today, memberId, gems: 0, owed: 50 }])
  const { gemDebts } = await parent.call('exportFamily', { familyId })
  assert.deepEqual(gemDebts, [{ memberId, amount: 50, title: 'Dishes', icon: '🧹' }])

  const declined = await parent.call('decideRedemption', { redemptionId: wished.id }, { status: 'declined' })
  assert.equal(declined.settled, 50)
  assert.deepEqual(
    [await balanceOf(memberId), await ledger()],
    [0, ['undo -50', 'refund 50', 'redemption -50', 'completion 50']],
  )
  assert.deepEqual((await complete(questId)).completed, {
    completion: { questId, completedDate: today, memberId },
    gems: 50,
    isNew: true,
  })
  assert.equal(await balanceOf(memberId), 50)

  // The next quest settles the debt, and the reply says so.
  await parent.call('redeemReward', { rewardId }, { redemptionId: crypto.randomUUID(), memberId })
  await putBack(questId)
  const { id: plants } = await addQuest('Plants', { gemValue: 60, assigneeIds: [memberId] })
  const { gems, settled } = (await complete(plants)).completed ?? assert.fail()
  assert.deepEqual([gems, settled, await balanceOf(memberId)], [60, 50, 10])
})
