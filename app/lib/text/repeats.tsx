import type { Day } from '#domain/contract/days.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { weekdayOf } from '#domain/rules/due-days.ts'
import { shortDay, weekdayName } from '#app/texts/weekdays.ts'
import { quests } from '#texts/quests'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'

const shortNames = (weekdays: readonly number[]) => weekdays.map((weekday) => weekdayName(weekday, 'short')).join(', ')

/** The days of a quest in short, on the family's calendar: 'Daily', 'on Tuesdays', 'Mon, Thu, until 20 Dec', 'Sat 5 Dec'. */
export function Repeats({ quest: { recurring, weekdays, createdAt, dueOn, startsOn, endsOn } }: { quest: Quest }) {
  const { today, dayOf } = useFamilyClock()
  const words = [
    dueOn != null && shortDay(dueOn, true),
    recurring === 'weekly' && weekdays != null && shortNames(weekdays),
    recurring === 'weekly' && weekdays == null && weeklyOn(dayOf(createdAt)),
    recurring === 'daily' && quests.recurring.daily,
    startsOn != null && startsOn > today && quests.from(shortDay(startsOn)),
    endsOn != null && quests.until(shortDay(endsOn)),
  ]
  return <span>{words.filter(Boolean).join(', ')}</span>
}

/** The days that were chosen for a quest which is due, for who does it: 'Mon, Thu, until 20 Dec'; '' for none. */
export const ownDays = ({ weekdays, endsOn }: Quest): string =>
  [weekdays != null && weekdays.length < 7 && shortNames(weekdays), endsOn != null && quests.until(shortDay(endsOn))]
    .filter(Boolean)
    .join(', ')

/** Whether a card says on which days a quest is due. */
export const hasDays = ({ recurring, dueOn }: Quest): boolean => recurring !== 'once' || dueOn != null

/** 'on Tuesdays', for any Tuesday. */
export const weeklyOn = (day: Day): string => quests.weeklyOn[weekdayOf(day) % 7] ?? quests.recurring.weekly
