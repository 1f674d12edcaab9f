import * as z from 'zod/mini'
import { gemLimits, textLimits } from './constants.ts'
import { ThisDevice } from './devices.ts'
import { messageOf } from './errors.ts'
import { FamilyId, MemberId, Version } from './ids.ts'
import { Moment, title } from './text.ts'

export const MemberRole = z.enum(['parent', 'kid'])
export type MemberRole = z.infer<typeof MemberRole>

/**
 * The effect of redeeming a reward: `celebrate` cheers and tells a parent, `spend` takes the gems, `ask` reserves
 * them until a parent grants or declines.
 */
export const RewardMode = z.enum(['celebrate', 'spend', 'ask'])
export type RewardMode = z.infer<typeof RewardMode>

const PracticeGems = z
  .int(messageOf('gems_not_whole'))
  .check(
    z.gte(0, messageOf('too_few_gems', { minimum: 0 })),
    z.lte(gemLimits.practice, messageOf('too_many_daily_gems', { maximum: gemLimits.practice })),
  )

/** Validates an input: a zone name that browsers know. The database checks for itself whether it knows the name. */
export const TimeZone = z
  .string()
  .check(z.maxLength(textLimits.timeZone), z.refine(isTimeZone, messageOf('unknown_time_zone')))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The weekday on which a week begins, 1 for Monday to 7. */
export const WeekStart = z.union([z.literal(1), z.literal(6), z.literal(7)])
export type WeekStart = z.infer<typeof WeekStart>

export const Family = z.object({
  id: FamilyId,
  name: z.string(),
  rewardMode: RewardMode,
  /** Gems that a child earns by the first finished round of practice of a day; 0 pays nothing. */
  practiceGems: PracticeGems,
  /** IANA name of the zone whose midnight begins the family's day; UTC until a parent's device has sent it. */
  timeZone: z.string(),
  weekStartsOn: WeekStart,
  /** Counts every change to the family's data; events carry it. */
  revision: Version,
})
export type Family = z.infer<typeof Family>

export const FamilyPatch = z
  .strictObject({
    name: z.optional(title('familyName')),
    rewardMode: z.optional(RewardMode),
    practiceGems: z.optional(PracticeGems),
    timeZone: z.optional(TimeZone),
    weekStartsOn: z.optional(WeekStart),
  })
  .check(
    z.refine((patch) => Object.keys(patch).length > 0, messageOf('invalid_input', { reason: 'nothing_to_change' })),
  )

/** Wrong PINs at the profile of the parent whom this device acts as, since the first that was not dismissed. */
export const WrongPins = z.object({ count: z.int(), since: Moment })
export type WrongPins = z.infer<typeof WrongPins>

/** One family of the signed-in user; `id` is the user's own member in it, null on a paired device. */
export const Membership = z.object({
  id: z.nullable(MemberId),
  role: MemberRole,
  /** The member this device acts as in this family; null when it acts as a member of another one. */
  activeMemberId: z.nullable(MemberId),
  /** Missing in what a device has kept from an older version. */
  wrongPins: z.optional(z.nullable(WrongPins)),
  /** Missing in what a device has kept from an older version; null for a session that began before devices were kept. */
  device: z.optional(z.nullable(ThisDevice)),
  family: Family,
})
export type Membership = z.infer<typeof Membership>
