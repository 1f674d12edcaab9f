import { getDay } from 'date-fns/getDay'
import { parseISO } from 'date-fns/parseISO'
import type { Day } from '#domain/contract/days.ts'
import type { Recurring } from '#domain/contract/quests.ts'
import { quests } from '#texts/quests'
import { dayOf } from './today.ts'

/** How often a quest comes, in words; of a weekly one the day: 'Daily', 'on Tuesdays'. */
export function repeatsOf({ recurring, createdAt }: { recurring: Recurring; createdAt: string }): string {
  return recurring === 'weekly' ? weeklyOn(dayOf(createdAt)) : quests.recurring[recurring]
}

/** 'on Tuesdays', for any Tuesday. */
export const weeklyOn = (day: Day): string => quests.weeklyOn[getDay(parseISO(day))] ?? quests.recurring.weekly
