import { Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import type { FamilyId } from '#domain/contract/ids.ts'
import { columnDefaults, NewColumn, type QuestColumn } from '#domain/contract/columns.ts'
import { doneColumn } from '#domain/rules/columns.ts'
import { serverState } from '#app/lib/state/family-store.ts'
import { isUntitled, savedToast } from '#app/lib/text/saved-toast.ts'
import { useLiveForm } from '#app/lib/state/use-live-form.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx'
import { equalSegments, RadioField, segment } from '#app/ui/controls/radio-field.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { board } from '#texts/board'
import { common } from '#texts/common'
import { columnToast, useColumnOrder } from './use-column-order.ts'

export type ColumnDialogProps = {
  familyId: FamilyId
  /** The column to edit; missing for a new one. */
  column: QuestColumn | undefined
  /** The last column finishes quests, so it cannot be for someday; a new column is the last. */
  isLast: boolean
  /** The last column and the place for a new one behind it; undefined on a board without columns. */
  last: { title: string; place: number } | undefined
  onClose: () => void
}

const places = ['end', 'before'] as const

const ColumnFields = z.extend(NewColumn, { isSomeday: z.boolean(), place: z.enum(places) })

export function ColumnDialog({ familyId, column, isLast, last, onClose }: ColumnDialogProps) {
  const order = useColumnOrder(familyId)
  const add = useCommand('addColumn', {
    success: ({ id, title }, { body }) => {
      const others = serverState().columns.filter((other) => other.id !== id)
      return {
        ...savedToast(board.created, title, body),
        ...columnToast(board.created, doneColumn(others), (before) => order(before.id, others.length)),
      }
    },
    failure: board.createFailed,
  })
  const edit = useCommand('editColumn', {
    // The new title is on the board, where it was not typed.
    success: ({ title }, { body }) =>
      isUntitled(body) ? { title: common.success, description: common.savedAs(title) } : undefined,
    failure: board.updateFailed,
  })
  const busy = add.isPending || edit.isPending
  const { title, emoji, isSomeday } = column ?? {
    title: board.newColumn,
    emoji: columnDefaults.emoji,
    isSomeday: false,
  }
  const { form, touched, draft } = useLiveForm(
    ColumnFields,
    { title, emoji, isSomeday, place: 'end' },
    `column ${column?.id ?? familyId}`,
  )
  const { register, control, handleSubmit, formState } = form
  const submit = handleSubmit(({ title, emoji, isSomeday, place }) => {
    if (column === undefined) {
      const position = last && last.place - Number(place === 'before')
      return draft.sent(add.mutateAsync({ familyId, body: { title, emoji, position } }, { onSuccess: onClose }))
    }
    const patch = touched({ title, emoji, ...(!isLast && { isSomeday }) })
    if (Object.keys(patch).length === 0) return onClose()
    draft.sent(edit.mutateAsync({ columnId: column.id, body: patch }, { onSuccess: onClose }))
  })
  const { errors } = formState
  return (
    <FormDialog
      title={column === undefined ? board.addColumn : board.editColumn}
      size="small"
      submitLabel={
        column === undefined ? (busy ? common.creating : board.createColumn) : busy ? common.saving : common.saveChanges
      }
      busy={busy}
      draft={draft}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label={board.columnTitle}
        data-autofocus
        autoComplete="off"
        error={errors.title?.message}
        {...register('title')}
        onFocus={(event) => event.currentTarget.select()}
      />
      <TextField
        label={board.emoji}
        required
        hint={board.emojiHint}
        className="text-2xl"
        autoComplete="off"
        error={errors.emoji?.message}
        {...register('emoji')}
      />
      {column === undefined && last && (
        <Controller
          control={control}
          name="place"
          render={({ field }) => (
            <RadioField
              label={board.place}
              hint={field.value === 'end' ? board.landsHere : board.landsIn(last.title)}
              value={field.value}
              onValueChange={field.onChange}
              className={equalSegments}
              optionClassName={segment}
              options={places.map((value) => ({
                value,
                content: <span>{value === 'end' ? board.atTheEnd : board.before(last.title)}</span>,
              }))}
            />
          )}
        />
      )}
      {!isLast && (
        <Controller
          control={control}
          name="isSomeday"
          render={({ field }) => (
            <Switch label={board.isSomeday} checked={field.value} onCheckedChange={field.onChange} />
          )}
        />
      )}
    </FormDialog>
  )
}
