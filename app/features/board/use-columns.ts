import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import { ApiError, sentenceFrom } from '#app/lib/api-error.ts'
import { call, type Body } from '#app/lib/api-client.ts'
import { addQuests, hear } from '#app/lib/family-news.ts'
import { toast } from '#app/ui/toast.ts'
import { board } from '#texts/board'
import { common } from '#texts/common'

function failed(error: Error, fallback: string): void {
  const title = error instanceof ApiError && error.code === 'column_not_empty' ? board.cannotDelete : common.error
  toast({ title, description: sentenceFrom(error, fallback), destructive: true })
}

export function useAddColumn(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (column: Body<'addColumn'>) => call('addColumn', { familyId }, column),
    onSuccess: (column) => {
      hear(client, familyId, { type: 'column.saved', revision: column.version, column })
      toast({ title: common.success, description: board.created })
    },
    onError: (error) => failed(error, board.createFailed),
  })
}

export function useEditColumn(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ columnId, patch }: { columnId: ColumnId; patch: Body<'editColumn'> }) => call('editColumn', { columnId }, patch),
    onSuccess: (column) => hear(client, familyId, { type: 'column.saved', revision: column.version, column }),
    onError: (error) => failed(error, board.updateFailed),
  })
}

export function useDeleteColumn(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (columnId: ColumnId) => call('deleteColumn', { columnId }),
    onSuccess: (column) => {
      // The answer is the column as it last was; its deletion is news of its own, one later.
      hear(client, familyId, { type: 'column.deleted', revision: column.version, columnId: column.id })
      toast({ title: common.success, description: board.deleted })
    },
    onError: (error) => failed(error, board.deleteFailed),
  })
}

/** Archives what stands finished in the last column; it is shown under Earlier from then on. */
export function useArchiveQuests(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('archiveQuests', { familyId }),
    onSuccess: (quests) => {
      addQuests(client, familyId, quests)
      toast({ title: common.success, description: board.wereArchived(quests.length) })
    },
    onError: (error) => failed(error, board.archiveFailed),
  })
}
