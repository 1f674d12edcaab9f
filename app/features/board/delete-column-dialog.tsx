import { useEffect } from 'react'
import type { FamilyId } from '#domain/contract/ids.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { toast } from '#app/ui/toast.ts'
import type { BoardColumn } from './use-board.ts'
import { useDeleteColumn } from './use-columns.ts'

export type DeleteColumnDialogProps = { familyId: FamilyId; column: BoardColumn; onClose: () => void }

/** Asks first; a column that holds quests is not asked about but explained. */
export function DeleteColumnDialog({ familyId, column, onClose }: DeleteColumnDialogProps) {
  const remove = useDeleteColumn(familyId)
  const held = column.quests.length
  useEffect(() => {
    if (held === 0) return
    toast({ title: 'Cannot delete column', description: `This column contains ${held} quest(s). Please move or delete them first.`, destructive: true })
    onClose()
  }, [held, onClose])
  if (held > 0) return null
  return (
    <AlertDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Delete Column"
      description={`Are you sure you want to delete the column "${column.title}"? This action cannot be undone.`}
      confirmLabel={remove.isPending ? 'Deleting...' : 'Delete'}
      destructive
      busy={remove.isPending}
      onConfirm={() => remove.mutate(column.id, { onSettled: onClose })}
    />
  )
}
