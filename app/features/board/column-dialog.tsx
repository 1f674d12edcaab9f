import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { FamilyId } from '#domain/contract/ids.ts'
import { columnDefaults, NewColumn, type QuestColumn } from '#domain/contract/quest-columns.ts'
import { resolverOf } from '#app/lib/form-resolver.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { FormButtons } from '#app/ui/form-buttons.tsx'
import { board } from '#texts/board'
import { common } from '#texts/common'
import { useAddColumn, useEditColumn } from './use-columns.ts'

export type ColumnDialogProps = {
  familyId: FamilyId
  /** The column to edit; missing for a new one. */
  column: QuestColumn | undefined
  /** The last column finishes quests: it cannot be for someday, and a new one is the last. */
  isLast: boolean
  /** Where a new column stands. */
  position: number
  onClose: () => void
}

export function ColumnDialog({ familyId, column, isLast, position, onClose }: ColumnDialogProps) {
  const add = useAddColumn(familyId)
  const edit = useEditColumn(familyId)
  const [isSomeday, setSomeday] = useState(column?.isSomeday ?? false)
  const busy = add.isPending || edit.isPending
  const { register, handleSubmit, formState } = useForm({
    resolver: resolverOf(NewColumn),
    defaultValues: { title: column?.title ?? board.newColumn, emoji: column?.emoji ?? columnDefaults.emoji, position },
  })
  // What was typed stays when saving fails: the dialog closes only on success.
  const submit = handleSubmit(({ title, emoji }) =>
    column === undefined
      ? add.mutate({ title, emoji, position }, { onSuccess: onClose })
      : edit.mutate({ columnId: column.id, patch: { title, emoji, ...(!isLast && { isSomeday }) } }, { onSuccess: onClose }),
  )
  const { errors } = formState
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={column === undefined ? board.addColumn : board.editColumn}
      size="small"
      footer={
        <FormButtons
          form="column-form"
          label={column === undefined ? (busy ? common.creating : board.createColumn) : busy ? common.saving : common.saveChanges}
          busy={busy}
          onCancel={onClose}
        />
      }
    >
      <form id="column-form" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField
          label={board.columnTitle}
          data-autofocus
          error={errors.title?.message}
          {...register('title')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <TextField label={board.emoji} hint={board.emojiHint} className="text-2xl" autoComplete="off" error={errors.emoji?.message} {...register('emoji')} />
        {!isLast && <Switch label={board.isSomeday} checked={isSomeday} onCheckedChange={setSomeday} />}
      </form>
    </Dialog>
  )
}
