import { useEffect } from 'react'
import type { QuestColumn } from '#domain/contract/columns.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { AlertDialog } from '#app/ui/overlays/alert-dialog.tsx'
import { toast } from '#app/state/toast.ts'
import { board } from '#texts/board'
import { common } from '#texts/common'

export type DeleteColumnDialogProps = {
  column: QuestColumn
  /** The number of quests in the column. */
  held: number
  onClose: () => void
}

/** Confirms the deletion of a column; for one with quests it explains why that is not possible. */
export function DeleteColumnDialog({ column, held, onClose }: DeleteColumnDialogProps) {
  const remove = useCommand('deleteColumn', {
    success: board.deleted,
    failure: (error) => ({
      title: error instanceof ApiError && error.code === 'column_not_empty' ? board.cannotDelete : common.error,
      description: sentenceFrom(error, board.deleteFailed),
      destructive: true,
    }),
  })
  useEffect(() => {
    if (held === 0) return
    toast({ title: board.cannotDelete, description: board.holdsQuests(held), destructive: true })
    onClose()
  }, [held, onClose])
  if (held > 0) return null
  return (
    <AlertDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={board.deleteColumn}
      description={board.deleteQuestion(column.title)}
      confirmLabel={remove.isPending ? common.deleting : common.delete}
      destructive
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ columnId: column.id }, { onSettled: onClose })}
    />
  )
}
