import type { Absence } from '../contract/absences.ts'
import type { Day } from '../contract/days.ts'
import type { MemberId } from '../contract/ids.ts'
import type { Quest } from '../contract/quests.ts'
import { dueDayOf, scheduleOf } from './due-days.ts'

type On = { day: Day; dayOf: (moment: string) => Day }

const isWithin = ({ startsOn, endsOn }: Absence, day: Day) => startsOn <= day && day <= endsOn
const isOf = ({ memberId }: Absence, member: MemberId) => memberId === null || memberId === member

/** Returns the absence of a member from all quests on a day. */
export const absenceOn = (absences: readonly Absence[], member: MemberId, day: Day): Absence | undefined =>
  absences.find((absence) => absence.questId === null && isOf(absence, member) && isWithin(absence, day))

/** Returns the day of which a quest is skipped on `day`: its due day, on which all days that count for it pass. */
export const skippedDay = (quest: Quest, { day, dayOf }: On): Day =>
  (quest.recurring === 'once' ? undefined : dueDayOf(scheduleOf(quest, dayOf), day)) ?? day

/** Returns the skips of a quest for the due day that a day counts for. */
export function skipsOf(quest: Quest, absences: readonly Absence[], on: On): readonly Absence[] {
  const own = absences.filter(({ questId }) => questId === quest.id)
  return own.length === 0 ? own : own.filter((absence) => isWithin(absence, skippedDay(quest, on)))
}

/** Returns why a member need not do a quest on a day; undefined where they do. */
export function excuseOf(
  quest: Quest,
  absences: readonly Absence[],
  member: MemberId,
  on: On,
): 'skipped' | 'away' | undefined {
  if (absences.length === 0) return undefined
  if (skipsOf(quest, absences, on).some((skip) => isOf(skip, member))) return 'skipped'
  return absenceOn(absences, member, on.day) && 'away'
}

/** Returns why none of `members` has to do a quest on a day; undefined where one does. */
export function excuseOfAll(
  quest: Quest,
  absences: readonly Absence[],
  members: readonly MemberId[],
  on: On,
): 'skipped' | 'away' | undefined {
  const excuses = members.map((member) => excuseOf(quest, absences, member, on))
  if (excuses.length === 0 || excuses.includes(undefined)) return undefined
  return excuses.includes('skipped') ? 'skipped' : 'away'
}
