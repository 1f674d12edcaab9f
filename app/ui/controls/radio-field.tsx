import { useId } from 'react'
import { cn } from '../layout/cn.ts'
import { RadioGroup, type RadioGroupProps } from './radio-group.tsx'

export type RadioFieldProps<Value extends string> = Omit<
  RadioGroupProps<Value>,
  'label' | 'labelledBy' | 'describedBy'
> & {
  label: string
  /** Shows the label only to screen readers. */
  hideLabel?: boolean
  hint?: string | undefined
  error?: string | undefined
}

/** A radio group as a field of a form: label above, error below. */
export function RadioField<Value extends string>({
  label,
  hideLabel = false,
  hint,
  error,
  ...group
}: RadioFieldProps<Value>) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className={hideLabel ? 'sr-only' : 'text-sm font-bold'}>
        {label}
      </span>
      <RadioGroup labelledBy={id} describedBy={note === undefined ? undefined : `${id}-note`} {...group} />
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={cn('text-sm', error === undefined ? 'text-muted' : 'text-danger font-semibold')}
        >
          {note}
        </p>
      )}
    </div>
  )
}

/** Classes for options side by side, as a segmented control; those that do not fit begin another row. */
export const segments = 'bg-sunken flex flex-wrap gap-1 rounded-2xl p-1'
/** The same with options of one width, as wide as the field. */
export const equalSegments = `${segments} *:flex-1`
export const segment =
  'text-muted hover:text-ink border-2 border-transparent data-checked:border-grape data-checked:bg-panel data-checked:text-ink data-checked:shadow-lift touch flex items-center justify-center gap-2 rounded-control px-3 font-bold whitespace-nowrap'
