import * as z from 'zod/mini'
import { Absence } from './absences.ts'
import { DayRange } from './days.ts'
import { Family, Membership } from './families.ts'
import { FamilyMember } from './members.ts'
import { GemMonth } from './gems.ts'
import { QuestColumn } from './columns.ts'
import { QuestCompletion } from './completions.ts'
import { Quest } from './quests.ts'
import { Redemption } from './redemptions.ts'
import { Reward } from './rewards.ts'
import { Version } from './ids.ts'

/** Raised with every change of what `ReadFamily` says: a page that knows an older state reads it anew. */
export const familyStateVersion = '8'

/** `known` is what the caller knows: the revision up to which it knows every change, and the `seat` of its last read. */
export const FamilyStateQuery = z.strictObject({
  known: z.optional(z.string().check(z.regex(/^\d{1,16}\.[0-9a-f]{32}$/))),
})

/** All that a page opens with, in one snapshot: exactly the changes up to `revision`. */
export const ReadFamily = z.object({
  revision: Version,
  /** Stands for the rest on which the reply depends: the acting member and its role, the device, the family's day. */
  seat: z.string(),
  family: Family,
  membership: z.omit(Membership, { family: true }),
  columns: z.array(QuestColumn),
  members: z.array(FamilyMember),
  /** Without those finished more than two weeks ago. */
  quests: z.array(Quest),
  /** The family's days of `completions`. */
  days: DayRange,
  completions: z.array(QuestCompletion),
  /** Those that end on or after the first of these days. */
  absences: z.array(Absence),
  /** As the acting member may see them. */
  rewards: z.array(Reward),
  /** All that wait or are unseen, and the newest 200. */
  redemptions: z.array(Redemption),
  /** By the member's id. */
  balances: z.record(z.string(), z.int()),
  /** By the member's id, in order; a database of before has none. */
  earned: z.optional(z.record(z.string(), z.array(GemMonth))),
})
export type ReadFamily = z.infer<typeof ReadFamily>

/** `unchanged` when the caller knows all of it. */
export const FamilyStateReply = z.union([ReadFamily, z.object({ unchanged: z.literal(true) })])
