import { useMutation } from '@tanstack/react-query'
import type { ColumnId, FamilyId } from '#domain/contract/ids.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { call, type Body } from '#app/lib/api/api-client.ts'
import { toast } from '#app/state/toast.ts'
import { board } from '#texts/board'
import { common } from '#texts/common'

function failed(error: Error, fallback: string): void {
  const title = error instanceof ApiError && error.code === 'column_not_empty' ? board.cannotDelete : common.error
  toast({ title, description: sentenceFrom(error, fallback), destructive: true })
}

export function useAddColumn(familyId: FamilyId) {
  return useMutation({
    mutationFn: (column: Body<'addColumn'>) => call('addColumn', { familyId }, column),
    onSuccess: () => toast({ title: common.success, description: board.created }),
    onError: (error) => failed(error, board.createFailed),
  })
}

export function useEditColumn() {
  return useMutation({
    mutationFn: ({ columnId, patch }: { columnId: ColumnId; patch: Body<'editColumn'> }) => call('editColumn', { columnId }, patch),
    onError: (error) => failed(error, board.updateFailed),
  })
}

export function useDeleteColumn() {
  return useMutation({
    mutationFn: (columnId: ColumnId) => call('deleteColumn', { columnId }),
    onSuccess: () => toast({ title: common.success, description: board.deleted }),
    onError: (error) => failed(error, board.deleteFailed),
  })
}

/** Archives what stands finished in the last column; it is shown under Earlier from then on. */
export function useArchiveQuests(familyId: FamilyId) {
  return useMutation({
    mutationFn: () => call('archiveQuests', { familyId }),
    onSuccess: ({ quests }) => {
      toast({ title: common.success, description: board.wereArchived(quests.length) })
    },
    onError: (error) => failed(error, board.archiveFailed),
  })
}
