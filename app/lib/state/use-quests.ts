import { useMemo } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { WeekStart } from '#domain/contract/families.ts'
import type { QuestColumn } from '#domain/contract/columns.ts'
import type { QuestCompletion } from '#domain/contract/completions.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { withCurrentColumns } from '#domain/rules/quests.ts'
import { useTimeZone } from '#app/lib/time/time-zone.ts'
import { dayIn, useToday } from '#app/lib/time/today.ts'
import { useFamilyPart } from './family-store.ts'

export type FamilyClock = {
  /** Today on the family's calendar. */
  today: Day
  /** The day of a moment on the family's calendar. */
  dayOf: (moment: string) => Day
  weekStartsOn: WeekStart
}

export function useFamilyClock(): FamilyClock {
  const timeZone = useTimeZone()
  const weekStartsOn = useFamilyPart('family')?.weekStartsOn ?? 1
  return { today: useToday(timeZone), dayOf: dayIn(timeZone), weekStartsOn }
}

export type FamilyQuests = FamilyClock & {
  /** Each in its column of today on the family's calendar. */
  quests: readonly Quest[]
  columns: readonly QuestColumn[]
  completions: readonly QuestCompletion[]
}

/**
 * A family's quests and columns. At the family's midnight recurring quests return to their columns without a request.
 */
export function useQuests(): FamilyQuests {
  const { today, dayOf, weekStartsOn } = useFamilyClock()
  const known = useFamilyPart('quests')
  const columns = useFamilyPart('columns')
  const completions = useFamilyPart('completions')
  const quests = useMemo(
    () => withCurrentColumns(known, completions, { columns, today, dayOf, weekStartsOn }),
    [known, completions, columns, today, dayOf, weekStartsOn],
  )
  return { today, dayOf, weekStartsOn, quests, columns, completions }
}
