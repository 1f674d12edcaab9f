import { useRef, type ReactNode } from 'react'
import { ActiveMark } from '../motion/active-mark.tsx'
import { cn } from '../layout/cn.ts'
import { segment, segments } from './radio-field.tsx'

export type SegmentedControlProps<Value extends string> = {
  /** The accessible name. */
  label: string
  value: Value
  onValueChange: (value: Value) => void
  /** An option with an icon shows only the icon on a phone. */
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  className?: string
}

/** A segmented control: buttons side by side, one of them pressed. Each is a tab stop. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onValueChange,
  options,
  className,
}: SegmentedControlProps<Value>) {
  const pressedRef = useRef<HTMLElement>(null)
  return (
    <fieldset
      aria-label={label}
      className={cn(
        segments,
        'isolate max-w-full shrink-0 tiny:shrink tiny:flex-nowrap tiny:gap-0 tiny:p-0.5',
        className,
      )}
    >
      {options.map((option) => {
        const isPressed = option.value === value
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={isPressed}
            data-checked={isPressed || undefined}
            onClick={() => isPressed || onValueChange(option.value)}
            className={cn(
              segment,
              'relative min-w-(--touch) px-3.5 border-0 tiny:min-w-0 tiny:px-1 tiny:text-[max(13px,min(0.8125rem,5.5vw))] data-checked:bg-transparent data-checked:shadow-none [&_svg]:size-6',
            )}
          >
            {isPressed && <ActiveMark activeRef={pressedRef} />}
            {option.icon}
            <span className={option.icon === undefined ? undefined : 'max-sm:sr-only'}>{option.label}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
