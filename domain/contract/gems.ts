import * as z from 'zod/mini'
import { gemLimits } from './constants.ts'
import { Day } from './days.ts'
import { messageOf } from './errors.ts'
import { MemberId } from './ids.ts'
import { Moment, title } from './text.ts'

export const Gems = z
  .int(messageOf('gems_not_whole'))
  .check(
    z.gte(0, messageOf('too_few_gems', { minimum: 0 })),
    z.lte(gemLimits.value, messageOf('too_many_gems', { maximum: gemLimits.value })),
  )

/** The gems a member can spend: the sum of all entries, never below 0. */
export const GemBalance = z.object({ balance: z.int().check(z.nonnegative()) })
export type GemBalance = z.infer<typeof GemBalance>

/**
 * `completion` and `undo` are of a quest, `redemption` and `refund` of a reward, `practice` of the playground, `given`
 * and `taken` of a parent.
 */
export const GemReason = z.enum(['completion', 'undo', 'redemption', 'refund', 'practice', 'given', 'taken'])
export type GemReason = z.infer<typeof GemReason>

/**
 * Gems of an undone quest that were spent before, as far as they are not taken back yet; title and icon as they were
 * then.
 */
export const GemDebt = z.object({ memberId: MemberId, amount: z.int(), title: z.string(), icon: z.string() })

/** One line of a member's ledger; it is never changed. */
export const GemEntry = z.object({
  id: z.uuid(),
  memberId: MemberId,
  /** Gems that came (above 0) or went (below 0). */
  amount: z.int(),
  reason: GemReason,
  /** Title and icon of the quest or reward as they were then; of gems given or taken, the parent's words. */
  title: z.string(),
  icon: z.string(),
  createdAt: Moment,
})
export type GemEntry = z.infer<typeof GemEntry>

/**
 * The gems that a member ever earned in a month, by its first day on the family's calendar: without what was spent or
 * taken by a parent; below 0 where more was undone.
 */
export const GemMonth = z.object({ month: Day, gems: z.int() })
export type GemMonth = z.infer<typeof GemMonth>

/** Gems that a parent gives to a member (above 0) or takes (below 0), and what for. */
export const NewGemEntry = z.strictObject({
  amount: z.int(messageOf('gems_not_whole')).check(
    z.gte(-gemLimits.value, messageOf('too_many_gems', { maximum: gemLimits.value })),
    z.lte(gemLimits.value, messageOf('too_many_gems', { maximum: gemLimits.value })),
    z.refine((amount) => amount !== 0, messageOf('no_gems')),
  ),
  reason: title('reason'),
})
