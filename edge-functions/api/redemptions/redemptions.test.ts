import assert from 'node:assert/strict'
import { newFamily } from '../../../testing/family.ts'
import { dayFromNow } from '../../../testing/builders.ts'
import { onOneStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'

const story = onOneStack()

/** Mia has 100 gems, and an ice cream costs 40. */
async function shop(stack: TestStack, rewardMode: 'spend' | 'ask') {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const { id: memberId } = await family.addMember('Mia')
  const { id: questId } = await family.addQuest('Dishes', { gemValue: 100, assigneeIds: [memberId] })
  await parent.call('moveOrEditQuest', { questId }, { completedDate: dayFromNow(), completingMemberId: memberId })
  await parent.call('editFamily', { familyId }, { rewardMode })
  const { id: rewardId } = await parent.call('addReward', { familyId }, { title: 'Ice cream', icon: '🍦', gemCost: 40 })
  return {
    ...family,
    memberId,
    rewardId,
    tablet: await family.device(memberId),
    wish: () => ({ redemptionId: crypto.randomUUID(), memberId }),
    balance: () => family.balanceOf(memberId),
  }
}

story('Two families that happen to choose the same id at the same moment: one of them has it', async (stack) => {
  const [berg, holm] = [await shop(stack, 'ask'), await shop(stack, 'ask')]
  for (const { parent, rewardId } of [berg, holm]) await parent.call('editReward', { rewardId }, { gemCost: 0 })
  for (let round = 0; round < 15; round++) {
    const redemptionId = crypto.randomUUID()
    const answers = await Promise.all(
      [berg, holm].map(({ parent, rewardId, memberId }) =>
        parent.ask('redeemReward', { rewardId }, { body: { redemptionId, memberId } }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400])
  }
})

story(
  'A redeemed reward can be put back right after: the gems are refunded, and the ledger keeps both entries',
  async (stack) => {
    const { tablet, parent, rewardId, wish, balance, familyId, memberId } = await shop(stack, 'spend')
    for (const device of [tablet, parent]) {
      const granted = await tablet.call('redeemReward', { rewardId }, wish())
      const redemptionId = granted.id
      assert.equal(await balance(), 60)
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => device.call('putBackRedemption', { redemptionId })),
      )
      const [putBack] = answers
      assert.deepEqual([putBack?.status, putBack?.putBack, granted.putBack], ['declined', true, undefined])
      assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1, 'sent again it is the same')
      assert.equal(await balance(), 100)
      assert.deepEqual((await parent.call('redemptions', { familyId }))[0], putBack)
      await parent.refused('decideRedemption', { redemptionId }, 'already_decided', { status: 'granted' })
    }
    const lines = await parent.call('gemEntries', { memberId })
    assert.deepEqual(
      lines.map(({ amount, reason }) => [amount, reason]),
      [
        [40, 'refund'],
        [-40, 'redemption'],
        [40, 'refund'],
        [-40, 'redemption'],
        [100, 'completion'],
      ],
    )
  },
)

story('After 15 seconds, or once a parent has said no, nothing can be put back', async (stack) => {
  const { tablet, parent, familyId, rewardId, wish, balance } = await shop(stack, 'spend')
  const { id: redemptionId } = await tablet.call('redeemReward', { rewardId }, wish())
  await stack.sql`update public.redemptions set created_at = created_at - interval '16 seconds' where id = ${redemptionId}`
  const { message } = await tablet.refused('putBackRedemption', { redemptionId }, 'put_back_too_late')
  assert.equal(message, 'A reward can only be put back right after it was redeemed.')
  assert.equal(await balance(), 60)
  // As if the clock was put back since.
  await stack.sql`update public.redemptions set created_at = clock_timestamp() + interval '5 hours' where id = ${redemptionId}`
  await tablet.refused('putBackRedemption', { redemptionId }, 'put_back_too_late')
  await parent.call('editFamily', { familyId }, { rewardMode: 'ask' })
  const { id: declined } = await tablet.call('redeemReward', { rewardId }, wish())
  await parent.call('decideRedemption', { redemptionId: declined }, { status: 'declined' })
  await tablet.refused('putBackRedemption', { redemptionId: declined }, 'put_back_too_late')
  assert.equal(await balance(), 60)
})

story('Only who may spend the gems puts a reward back, which a sibling may not', async (stack) => {
  const { tablet, rewardId, wish, balance, addMember, device } = await shop(stack, 'spend')
  const { id: redemptionId } = await tablet.call('redeemReward', { rewardId }, wish())
  const leos = await device((await addMember('Leo')).id)
  const { message } = await leos.refused('putBackRedemption', { redemptionId }, 'not_own_redemption')
  assert.equal(message, 'A reward can only be put back by the one who redeemed it, or by a parent.')
  assert.equal(await balance(), 60)
})
