import { useId, useState, type ReactNode } from 'react'
import { cn } from '../layout/cn.ts'
import { ErrorText } from './form-error.tsx'
import { useFieldError } from './use-field-error.ts'

/** The texts of a field. */
export type FieldTexts = {
  label: string
  hint?: string | undefined
  /** Shown at the field instead of the hint, and read out with the field. */
  error?: string | undefined
  /** Has screen readers say that the field must be filled in. */
  required?: boolean | undefined
  /** Shows the label only to screen readers. */
  hideLabel?: boolean
  /** The field has the focus when it is sent: an error is announced, and its description once the focus has left. */
  submitsItself?: boolean
}

type Wiring = {
  id: string
  'aria-required': true | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export const inputShape =
  'touch w-full rounded-control border border-edge bg-panel px-3.5 py-2 text-base text-ink placeholder:text-muted hover:border-ink focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted aria-invalid:border-danger aria-invalid:bg-danger-soft'

/** Label above, hint or error below, linked to the control that `children` renders with the given attributes. */
export function Field({
  label,
  hint,
  error,
  required = false,
  hideLabel = false,
  submitsItself = false,
  className,
  children,
}: FieldTexts & { className?: string | undefined; children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const noteId = `${id}-note`
  useFieldError(id, error, submitsItself)
  const [leftWith, setLeftWith] = useState<string>()
  const isAnnounced = submitsItself && error !== undefined && error !== leftWith
  return (
    <div
      onBlur={submitsItself ? () => setLeftWith(error) : undefined}
      className={cn('flex flex-col gap-1.5', className)}
    >
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-bold'}>
        {label}
      </label>
      {children({
        id,
        // The attribute `required` would make an empty field invalid before anything is sent.
        'aria-required': required || undefined,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': (error ?? hint) === undefined || isAnnounced ? undefined : noteId,
      })}
      {error !== undefined ? (
        <ErrorText id={noteId} text={error} />
      ) : (
        hint !== undefined && (
          <p id={noteId} className="text-muted text-sm">
            {hint}
          </p>
        )
      )}
    </div>
  )
}
