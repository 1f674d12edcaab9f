import type { Day } from '../contract/days.ts'
import type { Quest } from '../contract/quests.ts'
import { plusDays } from './days.ts'

/** What says on which days a daily or weekly quest is due. `first` is the family's day on which it was made. */
export type Schedule = Pick<Quest, 'recurring' | 'weekdays' | 'startsOn' | 'endsOn'> & { first: Day }

export const scheduleOf = (
  { recurring, weekdays, startsOn, endsOn, createdAt }: Quest,
  dayOf: (moment: string) => Day,
): Schedule => ({ recurring, weekdays, startsOn, endsOn, first: dayOf(createdAt) })

/** Returns the weekday of a day: 1 is Monday, 7 Sunday. */
export const weekdayOf = (day: Day): number => ((new Date(day).getUTCDay() + 6) % 7) + 1

/**
 * Returns the due day that `day` counts for: the nearest one, at most three days away, the earlier of two that are
 * equally near; undefined where there is none. Days before the quest was made count, too. `private.due_day_of` has the
 * same rule.
 */
export function dueDayOf(schedule: Schedule, day: Day): Day | undefined {
  if (isDue(schedule, day)) return day
  for (const away of [1, 2, 3])
    for (const near of [plusDays(day, -away), plusDays(day, away)]) if (isDue(schedule, near)) return near
  return undefined
}

/** Returns the first due day after the one that `day` counts for; undefined where there is none. */
export function nextDueDay(schedule: Schedule, day: Day): Day | undefined {
  const after = plusDays(dueDayOf(schedule, day) ?? day, 1)
  const from = schedule.startsOn != null && schedule.startsOn > after ? schedule.startsOn : after
  return [0, 1, 2, 3, 4, 5, 6].map((days) => plusDays(from, days)).find((later) => isDue(schedule, later))
}

/** Whether a quest is due on a day: one since it was made, or since its first day. */
export const isDueOn = (schedule: Schedule, day: Day): boolean => day >= schedule.first && isDue(schedule, day)

function isDue({ recurring, weekdays, startsOn, endsOn, first }: Schedule, day: Day): boolean {
  if ((startsOn != null && day < startsOn) || (endsOn != null && day > endsOn)) return false
  return recurring !== 'weekly' || (weekdays ?? [weekdayOf(first)]).includes(weekdayOf(day))
}

/** Whether a quest comes no more after its last day. */
export const isOver = ({ endsOn }: Pick<Quest, 'endsOn'>, today: Day): boolean => endsOn != null && today > endsOn
