import { common } from '#texts/common'
import { Button } from './button.tsx'
import { WaitingNote } from '../feedback/on-its-way.tsx'
import { useIsLate } from '../feedback/use-is-late.ts'

export type FormButtonsProps = {
  /** The id of the form that the second button submits. */
  form: string
  label: string
  busy: boolean
  disabled?: boolean
  onCancel: () => void
}

/** The footer of each dialog with a form. */
export function FormButtons({ form, label, busy, disabled, onCancel }: FormButtonsProps) {
  const isLate = useIsLate(busy)
  return (
    <>
      {isLate && <WaitingNote className="self-center sm:mr-auto" />}
      <Button variant="quiet" onClick={onCancel}>
        {common.cancel}
      </Button>
      <Button type="submit" form={form} busy={busy} disabled={disabled}>
        {label}
      </Button>
    </>
  )
}
