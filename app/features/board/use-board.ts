import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/quest-columns.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { columnsInOrder, statusOfColumn, type QuestStatus } from '#domain/rules/columns.ts'
import { groupBy } from '#domain/rules/group-by.ts'
import { columnsQuery, membersQuery, questsQuery } from '#app/lib/queries.ts'

export type BoardColumn = QuestColumn & { status: QuestStatus; quests: readonly Quest[] }

export type BoardView = {
  columns: readonly BoardColumn[]
  members: readonly FamilyMember[]
  /** The first thing that could not be loaded; `retry` asks again for what failed. */
  error: Error | null
  retry: () => void
}

const nothing: readonly never[] = []

/** A family's board as it is drawn: columns in order, each with its quests, oldest first. */
export function useBoard(familyId: FamilyId): BoardView {
  const queries = [useQuery(columnsQuery(familyId)), useQuery(questsQuery(familyId)), useQuery(membersQuery(familyId))] as const
  const [{ data: columns }, { data: quests }, { data: members = nothing }] = queries

  const drawn = useMemo((): readonly BoardColumn[] => {
    // Columns without their quests would say that there are none.
    if (columns === undefined || quests === undefined) return nothing
    const byColumn = groupBy(quests, (quest) => quest.columnId)
    return columnsInOrder(columns).map((column): BoardColumn => ({
      ...column,
      status: statusOfColumn(columns, column.id) ?? 'idea',
      quests: inOrder(byColumn, column.id),
    }))
  }, [columns, quests])

  return {
    columns: drawn,
    members,
    error: queries.find((query) => query.data === undefined && query.isError)?.error ?? null,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
  }
}

function inOrder(byColumn: Map<ColumnId, Quest[]>, columnId: ColumnId): Quest[] {
  return (byColumn.get(columnId) ?? []).toSorted((a, b) => (a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1))
}

/** Whether a column is drawn alike: a move concerns two of them, and the others need not be drawn anew. */
export function isSameColumn(a: BoardColumn, b: BoardColumn): boolean {
  return (
    a.id === b.id &&
    a.version === b.version &&
    a.status === b.status &&
    a.quests.length === b.quests.length &&
    a.quests.every((quest, index) => quest === b.quests[index])
  )
}
