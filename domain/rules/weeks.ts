import type { QuestCompletion } from '../contract/completions.ts'
import type { Day } from '../contract/days.ts'
import type { WeekStart } from '../contract/families.ts'
import type { MemberId } from '../contract/ids.ts'
import type { Quest } from '../contract/quests.ts'
import { plusDays } from './days.ts'
import { weekdayOf } from './due-days.ts'

/** Returns the first day of the week that a day is in. `private.week_of` has the same rule. */
export const weekOf = (day: Day, weekStartsOn: WeekStart): Day =>
  plusDays(day, -((weekdayOf(day) - weekStartsOn + 7) % 7))

/** Returns the days of the week that a day is in. */
export const daysOfWeek = (day: Day, weekStartsOn: WeekStart): Day[] =>
  [0, 1, 2, 3, 4, 5, 6].map((days) => plusDays(weekOf(day, weekStartsOn), days))

/** The weekdays in the order of a week that begins on one. */
export const weekdaysFrom = (weekStartsOn: WeekStart): number[] =>
  [0, 1, 2, 3, 4, 5, 6].map((days) => ((weekStartsOn - 1 + days) % 7) + 1)

/** Returns how often a member has done a quest in the week of `day`. */
export function timesDone(
  ofQuest: readonly QuestCompletion[],
  member: MemberId,
  { day, weekStartsOn }: { day: Day; weekStartsOn: WeekStart },
): number {
  const first = weekOf(day, weekStartsOn)
  const last = plusDays(first, 6)
  return ofQuest.filter(
    ({ memberId, completedDate }) => memberId === member && first <= completedDate && completedDate <= last,
  ).length
}

/** Whether a member has done a quest of some times a week often enough in the week of `day`. */
export const isEnough = (
  { timesPerWeek }: Quest,
  ofQuest: readonly QuestCompletion[],
  member: MemberId,
  on: { day: Day; weekStartsOn: WeekStart },
): boolean => timesPerWeek != null && timesDone(ofQuest, member, on) >= timesPerWeek
