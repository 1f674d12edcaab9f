import * as z from 'zod/mini'
import { messageOf } from './errors.ts'
import { FamilyId, MemberId, Version } from './ids.ts'
import { title } from './text.ts'

export const MemberRole = z.enum(['parent', 'kid'])
export type MemberRole = z.infer<typeof MemberRole>

/**
 * What redeeming a reward does: `celebrate` only cheers, `spend` takes the gems, `ask` takes them
 * until a parent says yes or no.
 */
export const RewardMode = z.enum(['celebrate', 'spend', 'ask'])
export type RewardMode = z.infer<typeof RewardMode>

/** Small, or a child plays for the gems. */
export const mostPracticeGems = 50

const PracticeGems = z
  .int(messageOf('gems_not_whole'))
  .check(z.gte(0, messageOf('too_few_gems', { minimum: 0 })), z.lte(mostPracticeGems, messageOf('too_many_daily_gems', { maximum: mostPracticeGems })))

/** Of an input: a name that browsers know. Whether the database knows it too, it says itself. */
export const TimeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, messageOf('unknown_time_zone')))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const Family = z.object({
  id: FamilyId,
  name: z.string(),
  rewardMode: RewardMode,
  /** What the first finished round of practice of a day earns a child; 0 is nothing. */
  practiceGems: PracticeGems,
  /** IANA name of the zone whose midnight begins the family's day; UTC until a parent's device has sent it. */
  timeZone: z.string(),
  /** Counts every change of the family's things; events carry it. */
  revision: Version,
})
export type Family = z.infer<typeof Family>

export const FamilyPatch = z
  .strictObject({
    name: z.optional(title('familyName')),
    rewardMode: z.optional(RewardMode),
    practiceGems: z.optional(PracticeGems),
    timeZone: z.optional(TimeZone),
  })
  .check(z.refine((patch) => Object.keys(patch).length > 0, messageOf('invalid_input', { reason: 'nothing_to_change' })))

/** One family of the signed-in user; `id` is the user's own member in it. */
export const Membership = z.object({
  id: MemberId,
  role: MemberRole,
  /** Whom this device acts as in it; null when it acts as somebody of another family. */
  activeMemberId: z.nullable(MemberId),
  family: Family,
})
export type Membership = z.infer<typeof Membership>
