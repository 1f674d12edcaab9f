import * as z from 'zod/mini'
import { Absence } from './absences.ts'
import { KnownPassword } from './auth.ts'
import { FamilyDevice } from './devices.ts'
import { Family } from './families.ts'
import { FamilyMember } from './members.ts'
import { GemDebt, GemEntry, Gems } from './gems.ts'
import { MemberId } from './ids.ts'
import { PracticeItem } from './practice.ts'
import { QuestColumn } from './columns.ts'
import { QuestCompletion } from './completions.ts'
import { Quest } from './quests.ts'
import { Redemption } from './redemptions.ts'
import { Reward } from './rewards.ts'
import { Moment } from './text.ts'

/**
 * All stored data of a family: each entity as its own call returns it, plus the fields stored beside. Pictures are
 * given by their paths.
 */
export const FamilyExport = z.object({
  exportedAt: Moment,
  family: z.extend(Family, { createdAt: Moment }),
  members: z.array(z.extend(FamilyMember, { createdAt: Moment, hasLogin: z.boolean() })),
  columns: z.array(QuestColumn),
  quests: z.array(Quest),
  completions: z.array(z.extend(QuestCompletion, { gems: Gems, createdAt: Moment })),
  absences: z.array(Absence),
  gemEntries: z.array(GemEntry),
  gemDebts: z.array(GemDebt),
  rewards: z.array(Reward),
  redemptions: z.array(Redemption),
  practice: z.array(z.extend(PracticeItem, { memberId: MemberId, practisedAt: Moment })),
  devices: z.array(FamilyDevice),
})
export type FamilyExport = z.infer<typeof FamilyExport>

/** Asks for the password again, so that a device left unlocked is not enough. */
export const FamilyDeletion = z.strictObject({ currentPassword: KnownPassword })
export type FamilyDeletion = z.infer<typeof FamilyDeletion>

export const FamilyDeleted = z.object({ deleted: z.literal(true) })

/** How many rows and pictures a cleanup deleted: those past their retention time, and those without an owner. */
export const CleanedUp = z.object({ removed: z.int().check(z.nonnegative()) })
