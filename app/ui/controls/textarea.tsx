import type { ComponentProps } from 'react'
import { cn } from '../layout/cn.ts'
import { Field, inputShape, type FieldTexts } from './field.tsx'

export type TextareaProps = Omit<ComponentProps<'textarea'>, 'id'> & FieldTexts

/** Grows with its text up to a third of the screen, if the browser supports it. */
export function Textarea({ label, hint, error, hideLabel = false, className, rows = 3, ...rest }: TextareaProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel} className={className}>
      {(wiring) => (
        <textarea
          dir="auto"
          rows={rows}
          {...rest}
          {...wiring}
          className={cn(inputShape, 'field-sizing-content max-h-[33dvh] min-h-20 resize-y')}
        />
      )}
    </Field>
  )
}
