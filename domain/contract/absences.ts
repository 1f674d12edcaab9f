import * as z from 'zod/mini'
import { Day } from './days.ts'
import { messageOf } from './errors.ts'
import { AbsenceId, chosenId, MemberId, QuestId, Version } from './ids.ts'

export const absenceReasons = ['🏖️', '🤒', '🏠', '🎒'] as const

/** Days on which members need not do their quests, or one quest that is skipped. What they do anyway counts. */
export const Absence = z.object({
  id: AbsenceId,
  /** Null for all members. */
  memberId: z.nullable(MemberId),
  /** Null for all quests. */
  questId: z.nullable(QuestId),
  startsOn: Day,
  endsOn: Day,
  reason: z.nullable(z.string()),
  version: Version,
})
export type Absence = z.infer<typeof Absence>

/** One from a daily or weekly quest is of the due day that its first day counts for. */
export const NewAbsence = z
  .strictObject({
    id: chosenId(AbsenceId),
    memberId: z._default(z.nullable(MemberId), null),
    questId: z._default(z.nullable(QuestId), null),
    startsOn: Day,
    endsOn: Day,
    reason: z._default(z.nullable(z.enum(absenceReasons)), null),
  })
  .check(
    z.refine(({ startsOn, endsOn }) => startsOn <= endsOn, messageOf('invalid_input', { reason: 'days_reversed' })),
  )
export type NewAbsence = z.infer<typeof NewAbsence>

export const AbsencePatch = z.strictObject({ endsOn: Day })
