import type { Absence } from '#domain/contract/absences.ts'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { absenceOn } from '#domain/rules/absences.ts'
import { plusDays } from '#domain/rules/days.ts'
import { weekdayOf } from '#domain/rules/due-days.ts'
import { groupBy } from '#domain/rules/group-by.ts'
import { listed } from '#app/texts/isolated.ts'
import { shortDay, weekdayName } from '#app/texts/weekdays.ts'
import { away } from '#texts/away'

/** Until when an absence lasts: 'today', 'until tomorrow', 'until Sunday', 'until 20 Dec'. */
export function untilWords({ endsOn }: Absence, today: Day): string {
  if (endsOn <= today) return away.today
  if (endsOn === plusDays(today, 1)) return away.untilTomorrow
  return away.until(endsOn < plusDays(today, 7) ? weekdayName(weekdayOf(endsOn), 'long') : shortDay(endsOn))
}

/** What a child is told while it is away: 'Holidays until Sunday. The playground is open.' */
export function awaySentence(absence: Absence, today: Day): string {
  const until = untilWords(absence, today)
  const { '🏖️': holidays, '🤒': sick } = away.kid
  return (absence.reason === '🏖️' ? holidays : absence.reason === '🤒' ? sick : away.kid.other)(until)
}

/** Who is away on a day, by absence: its picture and 'Mia and Leo', or 'Everyone'. */
export function whoIsAway(
  absences: readonly Absence[],
  members: readonly FamilyMember[],
  day: Day,
): { absence: Absence; picture: string; who: string }[] {
  const found = members.flatMap((member) => {
    const absence = absenceOn(absences, member.id, day)
    return absence === undefined ? [] : [{ absence, member }]
  })
  return [...groupBy(found, ({ absence: { reason, endsOn } }) => `${reason} ${endsOn}`).values()].flatMap((group) => {
    const absence = group[0]?.absence
    if (absence === undefined) return []
    const who = group.length === members.length ? away.everyone : listed(group.map(({ member }) => member.displayName))
    return [{ absence, picture: absence.reason ?? '🌙', who }]
  })
}
