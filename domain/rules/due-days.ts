import type { Day } from '../contract/days.ts'
import type { Quest } from '../contract/quests.ts'
import { plusDays } from './days.ts'

/** What says on which days a daily or weekly quest is due. `first` is the family's day on which it was made. */
export type Schedule = Pick<Quest, 'recurring' | 'weekdays' | 'timesPerWeek' | 'startsOn' | 'endsOn'> & { first: Day }

export const scheduleOf = (
  { recurring, weekdays, timesPerWeek, startsOn, endsOn, createdAt }: Quest,
  dayOf: (moment: string) => Day,
): Schedule => ({ recurring, weekdays, timesPerWeek, startsOn, endsOn, first: dayOf(createdAt) })

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

/** A quest of some times a week is due on each day. */
function isDue({ recurring, weekdays, timesPerWeek, startsOn, endsOn, first }: Schedule, day: Day): boolean {
  if ((startsOn != null && day < startsOn) || (endsOn != null && day > endsOn)) return false
  if (recurring !== 'weekly' || timesPerWeek != null) return true
  return (weekdays ?? [weekdayOf(first)]).includes(weekdayOf(day))
}

/** Returns the first day on which a quest was due as it is now. */
export const scheduledSince = ({ createdAt, scheduledAt }: Quest, dayOf: (moment: string) => Day): Day =>
  dayOf(scheduledAt ?? createdAt)

/** `time` is now, HH:MM, and like the days on the family's clock. */
export type TimeOfFamily = { today: Day; time: string; dayOf: (moment: string) => Day }

/**
 * Returns since when a quest that is not done is late: a time of today (HH:MM) or an earlier due day, for which it can
 * be done still; undefined when it is not.
 */
export function lateSince(quest: Quest, { today, time, dayOf }: TimeOfFamily): string | undefined {
  const due = quest.recurring === 'once' ? (quest.dueOn ?? today) : dueDayOf(scheduleOf(quest, dayOf), today)
  if (due === undefined || due > today) return undefined
  if (due === today) return quest.targetTime !== null && quest.targetTime < time ? quest.targetTime : undefined
  return quest.recurring === 'once' || due >= scheduledSince(quest, dayOf) ? due : undefined
}

/** Whether a quest has days of its own, and the next is not today. A weekly one is to do for three days after its day. */
export function isNotYetDue(quest: Quest, { today, dayOf }: Omit<TimeOfFamily, 'time'>): boolean {
  const { recurring, weekdays, dueOn, startsOn } = quest
  if (recurring === 'once') return dueOn != null && dueOn > today
  if (weekdays == null && startsOn == null) return false
  return (dueDayOf(scheduleOf(quest, dayOf), today) ?? plusDays(today, 1)) > today
}

/** Whether a quest comes no more after its last day. */
export const isOver = ({ endsOn }: Pick<Quest, 'endsOn'>, today: Day): boolean => endsOn != null && today > endsOn
