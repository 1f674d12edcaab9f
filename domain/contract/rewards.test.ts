import { expect, test } from 'vitest'
import { messageOf } from './errors.ts'
import { FamilyPatch } from './families.ts'
import { NewRedemption, RedemptionDecision } from './redemptions.ts'
import { NewReward, RewardPatch } from './rewards.ts'

test('A new reward costs 100 gems and is a game, unless something else is said', () => {
  expect(NewReward.parse({ title: ' Ice cream ' })).toEqual({ title: 'Ice cream', icon: '🎮', gemCost: 100 })
  expect(NewReward.parse({ title: 'Hug', icon: '🤗', gemCost: 0 })).toEqual({ title: 'Hug', icon: '🤗', gemCost: 0 })
})

test('A change of a reward says what changes, and no default sneaks in', () => {
  expect(RewardPatch.parse({ isActive: 0 })).toEqual({ isActive: 0 })
  expect(RewardPatch.parse({ title: 'Gelato' })).toEqual({ title: 'Gelato' })
  expect(RewardPatch.safeParse({}).error?.issues[0]?.message).toBe(
    messageOf('invalid_input', { reason: 'nothing_to_change' }),
  )
  for (const isActive of [2, -1, true, '1', null]) expect(RewardPatch.safeParse({ isActive }).success).toBe(false)
})

test.each(['celebrate', 'spend', 'ask'])('A family may %s', (rewardMode) =>
  expect(FamilyPatch.parse({ rewardMode })).toEqual({ rewardMode }),
)
test.each(['free', '', null, 0])('A family may not %j', (rewardMode) =>
  expect(FamilyPatch.safeParse({ rewardMode }).success).toBe(false),
)

test('A redemption is asked for with an id of its own and decided by yes or no', () => {
  const [redemptionId, memberId] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  expect(NewRedemption.parse({ redemptionId, memberId })).toEqual({ redemptionId, memberId })
  expect(NewRedemption.safeParse({ memberId }).success).toBe(false)
  expect(NewRedemption.safeParse({ redemptionId, memberId, gemCost: -1 }).success).toBe(false)
  for (const status of ['granted', 'declined']) expect(RedemptionDecision.safeParse({ status }).success).toBe(true)
  for (const status of ['reserved', '', null]) expect(RedemptionDecision.safeParse({ status }).success).toBe(false)
})
