import * as z from 'zod/mini'
import { Day } from './days.ts'
import { MemberId, QuestId } from './ids.ts'

/** `memberId` did the quest on that day of their own calendar; there is one of each at most. */
export const QuestCompletion = z.object({ questId: QuestId, completedDate: Day, memberId: MemberId })
export type QuestCompletion = z.infer<typeof QuestCompletion>
