import { useId, type FormEvent, type ReactNode } from 'react'
import { common } from '#texts/common'
import { Button } from '../controls/button.tsx'
import { WaitingNote } from '../feedback/on-its-way.tsx'
import { useIsLate } from '../feedback/use-is-late.ts'
import { DraftNote, type DraftNoteProps } from '../feedback/draft-note.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

export type FormDialogProps = Pick<DialogProps, 'title' | 'description' | 'size'> & {
  /** The label of the button that submits. */
  submitLabel: string
  /** The submitted form is being saved. */
  busy: boolean
  disabled?: boolean
  /** The submit button deletes: it is red, and the dialog stays open while busy. */
  destructive?: boolean
  draft?: DraftNoteProps['draft']
  onSubmit: (event: FormEvent) => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/**
 * An open dialog with a form, and buttons to cancel and to submit it. The caller closes it on success, so that a
 * failure keeps the input.
 */
export function FormDialog({
  submitLabel,
  busy,
  disabled = false,
  destructive = false,
  draft,
  onSubmit,
  onClose,
  children,
  ...rest
}: FormDialogProps) {
  const form = useId()
  const isLate = useIsLate(busy)
  const isLocked = destructive && busy
  const submit = (event: FormEvent) => {
    // The browser would load the page again.
    event.preventDefault()
    if (!busy) onSubmit(event)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || isLocked || onClose()}
      footer={
        <>
          {isLate && <WaitingNote className="self-center sm:mr-auto" />}
          <Button variant="quiet" disabled={isLocked} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button
            variant={destructive ? 'danger' : 'primary'}
            type="submit"
            form={form}
            busy={busy}
            disabled={disabled}
          >
            {submitLabel}
          </Button>
        </>
      }
      {...rest}
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {draft && <DraftNote draft={draft} />}
        {children}
      </form>
    </Dialog>
  )
}
