import * as z from 'zod/mini'
import { FamilyMember } from './family-members.ts'
import { ColumnId, MemberId, QuestId, Version } from './ids.ts'
import { QuestColumn } from './quest-columns.ts'
import { Quest } from './quests.ts'

/**
 * What the database tells everyone in the family, in commit order: the name is the broadcast's
 * event, the payload is the entity exactly as the API answers it plus the family's revision.
 */
export const BoardEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('quest.saved'), revision: Version, quest: Quest }),
  z.object({ type: z.literal('quest.deleted'), revision: Version, questId: QuestId }),
  z.object({ type: z.literal('column.saved'), revision: Version, column: QuestColumn }),
  z.object({ type: z.literal('column.deleted'), revision: Version, columnId: ColumnId }),
  z.object({ type: z.literal('member.saved'), revision: Version, member: FamilyMember }),
  z.object({ type: z.literal('member.deleted'), revision: Version, memberId: MemberId }),
])
export type BoardEvent = z.infer<typeof BoardEvent>

/** Sent by a device, not by the database: somebody holds this card in their hand (or has let go of it). */
export const LiftEvent = z.object({ questId: QuestId, memberId: MemberId, lifted: z.boolean() })
export type LiftEvent = z.infer<typeof LiftEvent>
export const liftEventName = 'quest.lifted'

/** The live topic of a family; its members alone may join it. */
export const familyTopic = (familyId: string) => `family:${familyId}`
