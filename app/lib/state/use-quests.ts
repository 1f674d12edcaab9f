import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/columns.ts'
import type { QuestCompletion } from '#domain/contract/completions.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { withCurrentColumns } from '#domain/rules/quests.ts'
import { plusDays } from '#domain/rules/days.ts'
import { columnsQuery, completionsQuery, questsQuery } from '#app/lib/api/queries.ts'
import { useTimeZone } from '#app/lib/time/time-zone.ts'
import { dayIn, useToday } from '#app/lib/time/today.ts'
import { useFamilyQuery, type FamilyQueryResult } from './use-family-query.ts'

export type FamilyClock = {
  /** Today on the family's calendar. */
  today: Day
  /** The day of a moment on the family's calendar. */
  dayOf: (moment: string) => Day
}

export function useFamilyClock(): FamilyClock {
  const timeZone = useTimeZone()
  return { today: useToday(timeZone), dayOf: dayIn(timeZone) }
}

export type BoardQueries = FamilyClock & {
  /** The quests, each in its column of today on the family's calendar; undefined until they were read. */
  quests: readonly Quest[] | undefined
  columns: readonly QuestColumn[] | undefined
  completions: readonly QuestCompletion[] | undefined
  queries: readonly [FamilyQueryResult<unknown>, FamilyQueryResult<unknown>]
  completionsQuery: FamilyQueryResult<unknown>
}

/**
 * The range of completions that all screens share. A weekly quest done three days early counts as done for ten days.
 */
export const completionDays = (today: Day) => ({ startDate: plusDays(today, -9), endDate: plusDays(today, 6) })

/**
 * A family's quests and columns. At the family's midnight recurring quests return to their columns without a request.
 */
export function useQuests(familyId: FamilyId): BoardQueries {
  const queries = [
    useFamilyQuery(questsQuery(familyId), 'quests'),
    useFamilyQuery(columnsQuery(familyId), 'columns'),
  ] as const
  const { today, dayOf } = useFamilyClock()
  // Keeps the previous days' completions at midnight until the new range is read.
  const done = useFamilyQuery(completionsQuery(familyId, completionDays(today)), 'completions', {
    placeholderData: keepPreviousData,
  })
  const [{ data: known }, { data: columns }] = queries
  const completions = done.data
  const quests = useMemo(
    () => known && withCurrentColumns(known, completions, { columns: columns ?? [], today, dayOf }),
    [known, completions, columns, today, dayOf],
  )
  return { today, dayOf, quests, columns, completions, queries, completionsQuery: done }
}
