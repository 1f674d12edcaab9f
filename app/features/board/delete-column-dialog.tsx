import { useEffect, useState } from 'react'
import { ColumnId, type FamilyId } from '#domain/contract/ids.ts'
import type { QuestColumn } from '#domain/contract/columns.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { columnsInOrder, doneColumn } from '#domain/rules/columns.ts'
import { newId } from '#app/lib/device/new-id.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { AlertDialog } from '#app/ui/overlays/alert-dialog.tsx'
import { toast } from '#app/state/toast.ts'
import { board } from '#texts/board'
import { common } from '#texts/common'
import { quests } from '#texts/quests'
import { columnToast, offer } from './use-column-order.ts'

export type DeleteColumnDialogProps = {
  familyId: FamilyId
  column: QuestColumn
  /** The number of quests in the column. */
  held: number
  onClose: () => void
}

/** Confirms the deletion of a column; for one with quests it explains why that is not possible. */
export function DeleteColumnDialog({ familyId, column, held, onClose }: DeleteColumnDialogProps) {
  const [isLast] = useState(() => doneColumn(familyState().columns)?.id === column.id)
  const [position] = useState(() => columnsInOrder(familyState().columns).findIndex(({ id }) => id === column.id))
  const add = useCommand('addColumn', { failure: board.createFailed })
  const edit = useCommand('editColumn', { failure: board.updateFailed })
  const restore = () => {
    // Another id, because events of the deletion may come later.
    const { title, emoji, isSomeday } = column
    const id = ColumnId.parse(newId())
    add.mutate({ familyId, body: { id, title, emoji, position } })
    if (isSomeday && !isLast) edit.mutate({ columnId: id, body: { isSomeday } })
  }
  const remove = useCommand('deleteColumn', {
    success: () => ({
      ...columnToast(board.deleted, isLast ? column : undefined),
      ...offer(quests.undo, restore),
    }),
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
