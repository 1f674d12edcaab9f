import * as z from 'zod/mini'
import { Day } from './days.ts'

export const UserId = z.uuid().brand<'UserId'>()
export type UserId = z.infer<typeof UserId>

export const FamilyId = z.uuid().brand<'FamilyId'>()
export type FamilyId = z.infer<typeof FamilyId>

export const MemberId = z.uuid().brand<'MemberId'>()
export type MemberId = z.infer<typeof MemberId>

export const ColumnId = z.uuid().brand<'ColumnId'>()
export type ColumnId = z.infer<typeof ColumnId>

export const QuestId = z.uuid().brand<'QuestId'>()
export type QuestId = z.infer<typeof QuestId>

export const RewardId = z.uuid().brand<'RewardId'>()
export type RewardId = z.infer<typeof RewardId>

export const RedemptionId = z.uuid().brand<'RedemptionId'>()
export type RedemptionId = z.infer<typeof RedemptionId>

export const AbsenceId = z.uuid().brand<'AbsenceId'>()
export type AbsenceId = z.infer<typeof AbsenceId>

/** The id of a device's session: Auth's, or its own on a paired device. */
export const DeviceId = z.uuid().brand<'DeviceId'>()
export type DeviceId = z.infer<typeof DeviceId>

/** Made by the device that plays the round. */
export const PracticeRoundId = z.uuid().brand<'PracticeRoundId'>()
export type PracticeRoundId = z.infer<typeof PracticeRoundId>

const nilId = '00000000-0000-0000-0000-000000000000'

/**
 * Lets the client choose an entity's id, so that a call sent again after a lost answer adds nothing more; without one
 * the server does. Refuses the nil uuid, which stands for a member who left.
 */
export const chosenId = <Id extends z.ZodMiniType<string, string>>(id: Id) =>
  z.optional(id.check(z.refine((chosen) => chosen !== nilId)))

/** The schema of each `:name` in a route's path. */
export const pathParams = {
  familyId: FamilyId,
  memberId: MemberId,
  columnId: ColumnId,
  questId: QuestId,
  rewardId: RewardId,
  redemptionId: RedemptionId,
  deviceId: DeviceId,
  absenceId: AbsenceId,
  completedDate: Day,
} as const

/** The family's revision at the last change of an entity: of two copies, the higher one is newer. */
export const Version = z.int().check(z.nonnegative())
