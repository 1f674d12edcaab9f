import type { ComponentProps } from 'react'
import { cn } from '../layout/cn.ts'
import { Field, inputShape, type FieldTexts } from './field.tsx'
import { goToNextField } from './go-to-next-field.ts'

export type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & FieldTexts

export function TextField({ label, hint, error, required, className, ...rest }: TextFieldProps) {
  const { hideLabel = false, submitsItself = false, ...input } = rest
  return (
    <Field {...{ label, hint, error, required, hideLabel, submitsItself, className }}>
      {(wiring) => (
        <input
          type="text"
          // Names and titles have their own direction; addresses and passwords do not.
          dir={input.type === undefined ? 'auto' : undefined}
          enterKeyHint="done"
          onKeyDown={goToNextField}
          {...input}
          {...wiring}
          className={cn(inputShape)}
        />
      )}
    </Field>
  )
}
