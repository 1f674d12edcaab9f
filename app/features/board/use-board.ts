import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/quest-columns.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { columnsInOrder, statusOfColumn, type QuestStatus } from '#domain/rules/columns.ts'
import { doneSince, isEarlier, newestFirst } from '#domain/rules/finished.ts'
import { groupBy } from '#domain/rules/group-by.ts'
import { columnsQuery, membersQuery, questsQuery } from '#app/lib/queries.ts'
import { useToday } from '#app/lib/today.ts'

export type BoardColumn = QuestColumn & {
  status: QuestStatus
  quests: readonly Quest[]
  /** Of the last column what was finished long ago or put away, as far as it was read. */
  earlier: readonly Quest[]
}

export type BoardView = {
  columns: readonly BoardColumn[]
  members: readonly FamilyMember[]
  /** The first thing that could not be loaded; `retry` asks again for what failed. */
  error: Error | null
  retry: () => void
}

const nothing: readonly never[] = []

/** A family's board as it is drawn: columns in order, each with its quests, oldest first; in the last one what was finished last is on top. */
export function useBoard(familyId: FamilyId): BoardView {
  const queries = [useQuery(columnsQuery(familyId)), useQuery(questsQuery(familyId)), useQuery(membersQuery(familyId))] as const
  const [{ data: columns }, { data: quests }, { data: members = nothing }] = queries

  const since = doneSince(useToday())
  const drawn = useMemo((): readonly BoardColumn[] => {
    // Columns without their quests would say that there are none.
    if (columns === undefined || quests === undefined) return nothing
    const byColumn = groupBy(quests, (quest) => quest.columnId)
    return columnsInOrder(columns).map((column): BoardColumn => {
      const status = statusOfColumn(columns, column.id) ?? 'idea'
      const own = byColumn.get(column.id) ?? []
      if (status !== 'done') return { ...column, status, quests: own.toSorted(oldestFirst), earlier: nothing }
      const inColumn = own.toSorted(newestFirst)
      return { ...column, status, quests: inColumn.filter((quest) => !isEarlier(quest, since)), earlier: inColumn.filter((quest) => isEarlier(quest, since)) }
    })
  }, [columns, quests, since])

  return {
    columns: drawn,
    members,
    error: queries.find((query) => query.data === undefined && query.isError)?.error ?? null,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
  }
}

function oldestFirst(a: Quest, b: Quest): number {
  return a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1
}

const isSameList = (a: readonly Quest[], b: readonly Quest[]) => a.length === b.length && a.every((quest, index) => quest === b[index])

/** Whether a column is drawn alike: a move concerns two of them, and the others need not be drawn anew. */
export function isSameColumn(a: BoardColumn, b: BoardColumn): boolean {
  return a.id === b.id && a.version === b.version && a.status === b.status && isSameList(a.quests, b.quests) && isSameList(a.earlier, b.earlier)
}
