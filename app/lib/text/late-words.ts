import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { Day } from '#domain/contract/days.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { excuseOfAll } from '#domain/rules/absences.ts'
import { plusDays } from '#domain/rules/days.ts'
import { lateSince, weekdayOf } from '#domain/rules/due-days.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { minuteAtom } from '#app/lib/time/minute.ts'
import { timeIn } from '#app/lib/time/moments.ts'
import { useTimeZone } from '#app/lib/time/time-zone.ts'
import { timeOfDay } from '#app/texts/time-of-day.ts'
import { shortDay, weekdayName } from '#app/texts/weekdays.ts'
import { quests } from '#texts/quests'

/** Since when an open quest is late: 'since 17:00', 'since Monday', 'since 20 Nov'; undefined when it is not. */
export function useLateWords(quest: Quest, isOpen: boolean): string | undefined {
  const { today, dayOf } = useFamilyClock()
  const timeZone = useTimeZone()
  // Renders a card when its words change, not each minute.
  const since = useAtomValue(
    useMemo(
      () =>
        atom((get) =>
          isOpen ? lateSince(quest, { today, dayOf, time: timeIn(timeZone)(get(minuteAtom)) }) : undefined,
        ),
      [quest, isOpen, today, dayOf, timeZone],
    ),
  )
  const absences = useFamilyPart('absences')
  if (since === undefined) return undefined
  const { data: day } = Day.safeParse(since)
  if (day === undefined) return quests.sinceTime(timeOfDay(since))
  // Who was away, or skipped it, has missed nothing.
  if (excuseOfAll(quest, absences, quest.assigneeIds, { day, dayOf }) !== undefined) return undefined
  return quests.sinceDay(day > plusDays(today, -7) ? weekdayName(weekdayOf(day), 'long') : shortDay(day))
}
