import * as z from 'zod/mini'
import { Absence } from './absences.ts'
import { Family } from './families.ts'
import { FamilyMember } from './members.ts'
import { GemEntry, GemMonth } from './gems.ts'
import { AbsenceId, ColumnId, DeviceId, FamilyId, MemberId, QuestId, RewardId, Version } from './ids.ts'
import { QuestCompletion } from './completions.ts'
import { QuestColumn } from './columns.ts'
import { Quest } from './quests.ts'
import { Redemption } from './redemptions.ts'
import { Reward } from './rewards.ts'

/**
 * The events that the database sends to everyone in the family, in commit order: `type` is the broadcast's
 * event name, the payload is the entity exactly as the API returns it plus the family's revision.
 */
const FamilyEventUnion = z.discriminatedUnion('type', [
  z.object({ type: z.literal('quest.saved'), revision: Version, quest: Quest }),
  /** Up to a hundred that one command changed. */
  z.object({ type: z.literal('quests.saved'), revision: Version, quests: z.array(Quest) }),
  z.object({ type: z.literal('quest.deleted'), revision: Version, questId: QuestId }),
  z.object({ type: z.literal('column.saved'), revision: Version, column: QuestColumn }),
  z.object({ type: z.literal('columns.ordered'), revision: Version, columns: z.array(QuestColumn) }),
  z.object({ type: z.literal('column.deleted'), revision: Version, columnId: ColumnId }),
  z.object({ type: z.literal('member.saved'), revision: Version, member: FamilyMember }),
  z.object({ type: z.literal('member.deleted'), revision: Version, memberId: MemberId }),
  z.object({ type: z.literal('family.saved'), revision: Version, family: Family }),
  z.object({ type: z.literal('family.deleted'), revision: Version, familyId: FamilyId }),
  z.object({ type: z.literal('completion.saved'), revision: Version, completion: QuestCompletion }),
  z.object({ type: z.literal('completion.deleted'), revision: Version, completion: QuestCompletion }),
  z.object({ type: z.literal('absence.saved'), revision: Version, absence: Absence }),
  z.object({ type: z.literal('absence.deleted'), revision: Version, absenceId: AbsenceId }),
  z.object({
    type: z.literal('gems.changed'),
    revision: Version,
    balance: z.int(),
    entry: GemEntry,
    /** All of the member's months; a database of before has none. */
    earned: z.optional(z.array(GemMonth)),
  }),
  z.object({ type: z.literal('reward.saved'), revision: Version, reward: Reward }),
  /** Saved but hidden from kids: parents' devices fetch the reward itself. */
  z.object({ type: z.literal('reward.hidden'), revision: Version, rewardId: RewardId }),
  z.object({ type: z.literal('reward.deleted'), revision: Version, rewardId: RewardId }),
  z.object({ type: z.literal('redemption.saved'), revision: Version, redemption: Redemption }),
  /** A device was let in, named, or signed out (`endedId`): parents' devices read the list again. */
  z.object({ type: z.literal('devices.changed'), revision: Version, endedId: z.nullable(DeviceId) }),
])

// An entity has the revision of its change or an older one: a higher one would block all later events.
export const FamilyEvent = FamilyEventUnion.check(
  z.refine((event) => versionOf(event) <= event.revision, 'An entity is not newer than its event'),
)
export type FamilyEvent = z.infer<typeof FamilyEvent>

function versionOf(event: z.infer<typeof FamilyEventUnion>): number {
  switch (event.type) {
    case 'quest.saved':
      return event.quest.version
    case 'column.saved':
      return event.column.version
    case 'quests.saved':
      return Math.max(0, ...event.quests.map(({ version }) => version))
    case 'columns.ordered':
      return Math.max(0, ...event.columns.map(({ version }) => version))
    case 'member.saved':
      return event.member.version
    case 'reward.saved':
      return event.reward.version
    case 'redemption.saved':
      return event.redemption.version
    case 'absence.saved':
      return event.absence.version
    case 'family.saved':
      return event.family.revision
    case 'quest.deleted':
    case 'column.deleted':
    case 'member.deleted':
    case 'reward.hidden':
    case 'reward.deleted':
    case 'family.deleted':
    case 'completion.saved':
    case 'completion.deleted':
    case 'absence.deleted':
    case 'gems.changed':
    case 'devices.changed':
      return event.revision
  }
}

/** Sent by a device, not by the database: the member drags this card, or has dropped it. */
export const LiftEvent = z.object({ questId: QuestId, memberId: MemberId, lifted: z.boolean() })
export type LiftEvent = z.infer<typeof LiftEvent>
export const liftEventName = 'quest.lifted'

/** Returns the topic on which only the database can send; only the family's members may join it. */
export const familyTopic = (familyId: string) => `family:${familyId}`

/** Returns the topic on which the family's devices share who is online and what is dragged. */
export const devicesTopic = (familyId: string) => `family-devices:${familyId}`

/** Extends the reply of a call that changes something by the events of the change, as the family receives them. */
export const withEvents = <Shape extends z.core.$ZodLooseShape>(schema: z.ZodMiniObject<Shape>) =>
  z.extend(schema, { events: z.array(FamilyEvent) })
