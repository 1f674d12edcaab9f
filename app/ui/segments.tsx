import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { segment, segments } from './radio-field.tsx'

export type SegmentsProps<Value extends string> = {
  /** What is chosen between, for screen readers. */
  label: string
  value: Value
  onValueChange: (value: Value) => void
  /** One with an icon shows that alone on a phone. */
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  className?: string
}

/** A segmented control: buttons side by side, of which one is pressed. Each is a stop of the Tab key. */
export function Segments<Value extends string>({ label, value, onValueChange, options, className }: SegmentsProps<Value>) {
  return (
    <fieldset aria-label={label} className={cn(segments, 'flex', className)}>
      {options.map((option) => {
        const isPressed = option.value === value
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={isPressed}
            data-checked={isPressed || undefined}
            onClick={() => isPressed || onValueChange(option.value)}
            className={cn(segment, 'relative min-w-(--touch) px-3.5 [&_svg]:size-6')}
          >
            {option.icon}
            <span className={option.icon === undefined ? undefined : 'max-sm:sr-only'}>{option.label}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
