import * as z from 'zod/mini'
import { Gems } from './gems.ts'
import { MemberId, RedemptionId, RewardId, Version } from './ids.ts'
import { Moment } from './text.ts'

/** `reserved` waits for a parent; the gems are gone from the balance already, and come back when it is `declined`. */
export const RedemptionStatus = z.enum(['reserved', 'granted', 'declined'])
export type RedemptionStatus = z.infer<typeof RedemptionStatus>

export const Redemption = z.object({
  id: RedemptionId,
  /** Null when the reward was deleted since. */
  rewardId: z.nullable(RewardId),
  memberId: MemberId,
  /** The reward as it was when it was redeemed. */
  title: z.string(),
  icon: z.string(),
  gemCost: z.int(),
  status: RedemptionStatus,
  /** True when it was not declined but put back: right after it was redeemed, or later by a parent. */
  putBack: z.optional(z.literal(true)),
  /** True when it was celebrated, which takes no gems, and no parent has seen it yet: a parent who grants it has. */
  unseen: z.optional(z.boolean()),
  /** How many of the refunded gems were owed for an undone quest and taken at once; missing when none were. */
  settled: z.optional(z.int()),
  createdAt: Moment,
  decidedAt: z.nullable(Moment),
  version: Version,
})
export type Redemption = z.infer<typeof Redemption>

/**
 * The device chooses `redemptionId`: sent again after a lost response, it redeems nothing more. `gemCost` is the price
 * that was shown; another one is refused. 0 celebrates, and takes no gems if the family pays by then.
 */
export const NewRedemption = z.strictObject({
  redemptionId: RedemptionId,
  memberId: MemberId,
  gemCost: z.optional(Gems),
})
export type NewRedemption = z.infer<typeof NewRedemption>

export const RedemptionDecision = z.strictObject({ status: z.enum(['granted', 'declined']) })
