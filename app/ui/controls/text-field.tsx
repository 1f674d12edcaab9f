import type { ComponentProps } from 'react'
import { cn } from '../layout/cn.ts'
import { Field, inputShape, type FieldTexts } from './field.tsx'
import { goToNextField } from './go-to-next-field.ts'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & FieldTexts

export function TextField({ label, hint, error, required, hideLabel = false, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel} className={className}>
      {(wiring) => (
        <input
          type="text"
          // Names and titles have their own direction; addresses and passwords do not.
          dir={rest.type === undefined ? 'auto' : undefined}
          enterKeyHint="done"
          onKeyDown={goToNextField}
          {...rest}
          {...wiring}
          className={cn(inputShape)}
        />
      )}
    </Field>
  )
}
