import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../layout/cn.ts'
import { Field, inputShape, type FieldTexts } from './field.tsx'

export type SelectProps<Value extends string> = Omit<
  ComponentProps<'select'>,
  'id' | 'value' | 'defaultValue' | 'onChange' | 'multiple' | 'children'
> &
  FieldTexts & {
    value: Value
    onValueChange: (value: Value) => void
    /** `name` is the accessible name of an option whose label has a picture. */
    options: readonly { value: Value; label: string; name?: string; disabled?: boolean }[]
  }

/**
 * The browser's own select, with the native picker on phones. Radix's select injects style elements, which our
 * Content-Security-Policy refuses.
 */
export function Select<Value extends string>({
  label,
  hint,
  error,
  hideLabel = false,
  className,
  value,
  onValueChange,
  options,
  ...rest
}: SelectProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel} className={className}>
      {(wiring) => (
        <div className="relative">
          <select
            {...rest}
            {...wiring}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.currentTarget.value)
              if (chosen) onValueChange(chosen.value)
            }}
            className={cn(inputShape, 'appearance-none pr-10 font-semibold text-ellipsis')}
          >
            {options.map((option) => (
              <option
                key={option.value}
                value={option.value}
                aria-label={option.name}
                disabled={option.disabled}
                className="bg-panel text-ink"
              >
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="text-muted pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2"
          />
        </div>
      )}
    </Field>
  )
}
