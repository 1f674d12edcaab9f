import { getDay } from 'date-fns/getDay'
import { parseISO } from 'date-fns/parseISO'
import type { Day } from '#domain/contract/days.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { quests } from '#texts/quests'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'

/**
 * The recurrence of a quest as text, with the weekday of a weekly one on the family's calendar: 'Daily', 'on Tuesdays'.
 */
export function Repeats({ quest: { recurring, createdAt } }: { quest: Quest }) {
  return recurring === 'weekly' ? <Weekly createdAt={createdAt} /> : <span>{quests.recurring[recurring]}</span>
}

function Weekly({ createdAt }: { createdAt: string }) {
  const { dayOf } = useFamilyClock()
  return <span>{weeklyOn(dayOf(createdAt))}</span>
}

/** 'on Tuesdays', for any Tuesday. */
export const weeklyOn = (day: Day): string => quests.weeklyOn[getDay(parseISO(day))] ?? quests.recurring.weekly
