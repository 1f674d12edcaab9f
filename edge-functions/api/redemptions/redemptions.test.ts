import assert from 'node:assert/strict'
import { newFamily } from '../../../testing/family.ts'
import { onOneStack } from '../../../testing/stack.ts'

const story = onOneStack()

story(
  'A redeemed reward is put back by whoever redeemed it or a parent, once, within 15 seconds, before a no',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId } = family
    const { id: memberId } = await family.addMember('Mia')
    const [tablet, leos] = [await family.device(memberId), await family.device((await family.addMember('Leo')).id)]
    await parent.call('addGemEntry', { memberId }, { amount: 100, reason: 'Birthday' })
    await parent.call('editFamily', { familyId }, { rewardMode: 'spend' })
    const { id: rewardId } = await parent.call('addReward', { familyId }, { title: 'Ice cream', gemCost: 40 })
    const redeem = () => tablet.call('redeemReward', { rewardId }, { redemptionId: crypto.randomUUID(), memberId })
    const refused = async (redemptionId: string) =>
      tablet.refused('putBackRedemption', { redemptionId }, 'put_back_too_late')
    for (const device of [tablet, parent]) {
      const granted = await redeem()
      const redemptionId = granted.id
      await leos.refused('putBackRedemption', { redemptionId }, 'not_own_redemption')
      assert.equal(await family.balanceOf(memberId), 60)
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => device.call('putBackRedemption', { redemptionId })),
      )
      const [putBack] = answers
      assert.deepEqual([putBack?.status, putBack?.putBack, granted.putBack], ['declined', true, undefined])
      assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1, 'sent again it is the same')
      assert.equal(await family.balanceOf(memberId), 100)
      assert.deepEqual((await parent.call('redemptions', { familyId }))[0], putBack)
    }
    const { id: redemptionId } = await redeem()
    await stack.sql`update public.redemptions set created_at = created_at - interval '16 seconds' where id = ${redemptionId}`
    await refused(redemptionId)
    // As if the clock was put back since.
    await stack.sql`update public.redemptions set created_at = clock_timestamp() + interval '5 hours' where id = ${redemptionId}`
    await refused(redemptionId)
    await parent.call('editFamily', { familyId }, { rewardMode: 'ask' })
    const { id: declined } = await redeem()
    await parent.call('decideRedemption', { redemptionId: declined }, { status: 'declined' })
    await refused(declined)
    const lines = await parent.call('gemEntries', { memberId })
    assert.deepEqual(
      lines.map(({ amount }) => amount),
      [40, -40, -40, 40, -40, 40, -40, 100],
    )
  },
)
