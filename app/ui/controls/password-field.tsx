import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { ui } from '#texts/ui'
import { cn } from '../layout/cn.ts'
import { Field, inputShape, type FieldTexts } from './field.tsx'
import { goToNextField } from './go-to-next-field.ts'

export type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type'> &
  FieldTexts & {
    /** The button that shows it names the field. */
    isOneOfSeveral?: boolean
  }

export function PasswordField({
  label,
  hint,
  error,
  required,
  hideLabel = false,
  isOneOfSeveral = false,
  className,
  ...rest
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  const press = shown ? ui.hidePassword : ui.showPassword
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel} className={className}>
      {(wiring) => (
        <div className="relative">
          <input
            enterKeyHint="done"
            onKeyDown={goToNextField}
            {...rest}
            {...wiring}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={cn(inputShape, 'pr-13')}
          />
          <button
            type="button"
            aria-label={isOneOfSeveral ? ui.labelled(press, label) : press}
            aria-controls={wiring.id}
            onClick={() => setShown(!shown)}
            className="text-muted hover:text-ink touch-square absolute inset-y-0 right-0 grid place-items-center rounded-control"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}
