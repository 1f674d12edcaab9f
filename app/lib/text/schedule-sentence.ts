import type { Day } from '#domain/contract/days.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { weekdayOf } from '#domain/rules/due-days.ts'
import { formatDay } from '#app/texts/dates.ts'
import { weekdayNames } from '#app/texts/weekdays.ts'
import { quests } from '#texts/quests'

/** The days of a quest as one sentence: 'Every Monday and Thursday until 20 December'. '' for any day. */
export function scheduleSentence(
  {
    recurring,
    weekdays,
    timesPerWeek,
    dueOn,
    startsOn,
    endsOn,
  }: Pick<Quest, 'recurring' | 'weekdays' | 'timesPerWeek' | 'dueOn' | 'startsOn' | 'endsOn'>,
  made: Day,
): string {
  const long = (day: Day) => formatDay(day, 'day')
  if (recurring === 'once') return dueOn == null ? '' : quests.onDay(formatDay(dueOn, 'weekdayAndDay'))
  return [
    recurring === 'daily'
      ? quests.everyDay
      : timesPerWeek != null
        ? `${quests.timesAWeek(timesPerWeek)}, ${quests.onAnyDay}`
        : quests.every(weekdayNames(weekdays ?? [weekdayOf(made)])),
    startsOn != null && quests.from(long(startsOn)),
    endsOn != null && quests.until(long(endsOn)),
  ]
    .filter(Boolean)
    .join(' ')
}
