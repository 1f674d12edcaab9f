import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/quest-columns.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { standingQuests } from '#domain/rules/board.ts'
import { columnsQuery, questsQuery } from './queries.ts'
import { useTimeZone } from './time-zone.ts'
import { useToday } from './today.ts'

export type BoardQueries = {
  /** Each where it stands today, on the family's calendar; undefined while they are not known. */
  quests: readonly Quest[] | undefined
  columns: readonly QuestColumn[] | undefined
  queries: readonly [UseQueryResult, UseQueryResult]
}

/** A family's quests and columns. At the family's midnight those that come again stand where they came from, by themselves. */
export function useQuests(familyId: FamilyId): BoardQueries {
  const queries = [useQuery(questsQuery(familyId)), useQuery(columnsQuery(familyId))] as const
  const today = useToday(useTimeZone(familyId))
  const [{ data: known }, { data: columns }] = queries
  const quests = useMemo(() => known && standingQuests(known, columns ?? [], today), [known, columns, today])
  return { quests, columns, queries }
}
