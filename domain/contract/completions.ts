import * as z from 'zod/mini'
import { Day } from './days.ts'
import { MemberId, QuestId } from './ids.ts'

/** `memberId` did the quest on that day of their own calendar; there is one of each at most. */
export const QuestCompletion = z.object({ questId: QuestId, completedDate: Day, memberId: MemberId })
export type QuestCompletion = z.infer<typeof QuestCompletion>

/** A completion as its list has it, with what it paid. */
export const PaidCompletion = z.extend(QuestCompletion, { gems: z.int() })
export type PaidCompletion = z.infer<typeof PaidCompletion>

/**
 * A revoked completion: `gems` were taken back with it; `owed` were spent before, and are taken from the member's next
 * gems.
 */
export const RevokedCompletion = z.extend(PaidCompletion, { owed: z.int() })
export type RevokedCompletion = z.infer<typeof RevokedCompletion>

/**
 * The completion of a quest after a call to complete it: recorded and paid now (`isNew`), or recorded before, perhaps
 * for somebody else. `gems` is what it paid when recorded; `settled` is how many of the gems paid now were owed,
 * missing when none were.
 */
export const Completed = z.object({
  completion: QuestCompletion,
  gems: z.int(),
  isNew: z.boolean(),
  settled: z.optional(z.int()),
})
export type Completed = z.infer<typeof Completed>
