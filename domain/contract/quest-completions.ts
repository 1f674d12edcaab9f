import * as z from 'zod/mini'
import { Day } from './days.ts'
import { MemberId, QuestId } from './ids.ts'

/** `memberId` did the quest on that day of their own calendar; there is one of each at most. */
export const QuestCompletion = z.object({ questId: QuestId, completedDate: Day, memberId: MemberId })
export type QuestCompletion = z.infer<typeof QuestCompletion>

/** A completion that is gone: `gems` went with it; `owed` were spent before, and are taken from what the member gets next. */
export const TakenBack = z.extend(QuestCompletion, { gems: z.int(), owed: z.int() })
export type TakenBack = z.infer<typeof TakenBack>

/**
 * What there is for a quest that somebody asked to complete: recorded now and paid (`isNew`), or before, perhaps for somebody else.
 * `gems` is what was paid for it then; `settled` says how many of those paid now were owed, and is missing when none were.
 */
export const Completed = z.object({ completion: QuestCompletion, gems: z.int(), isNew: z.boolean(), settled: z.optional(z.int()) })
export type Completed = z.infer<typeof Completed>
