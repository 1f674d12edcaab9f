import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { cn } from '../layout/cn.ts'

export type RadioOption<Value extends string> = {
  value: Value
  content: ReactNode
  /** The accessible name, if it differs from the content. */
  name?: string
  /** The ids of the elements that name and describe it. */
  labelledBy?: string
  describedBy?: string
  title?: string
}

export type RadioGroupProps<Value extends string> = {
  /** The accessible name: a text, or with `labelledBy` the id of one. */
  label?: string
  labelledBy?: string
  describedBy?: string | undefined
  value: Value
  onValueChange: (value: Value) => void
  options: readonly RadioOption<Value>[]
  /** Arrow keys only move the focus; Space, Enter or a press chooses: for a choice that acts at once. */
  isManual?: boolean
  className?: string
  /** The classes of an option; the chosen one has `data-checked`. */
  optionClassName?: string
}

/** The browser's own radio buttons, each above its whole option. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const {
    label,
    labelledBy,
    describedBy,
    value,
    onValueChange,
    options,
    isManual = false,
    className,
    optionClassName,
  } = props
  const group = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className={className}
    >
      {options.map((option) => {
        const isChecked = option.value === value
        return (
          <label
            key={option.value}
            title={option.title}
            data-checked={isChecked || undefined}
            className={cn('relative', optionClassName)}
          >
            <input
              type="radio"
              name={group}
              checked={isChecked}
              onChange={() => onValueChange(option.value)}
              onKeyDown={(event) => {
                if (isManual) stepWithoutChoice(event)
                if (event.key !== 'Enter') return
                // Keeps Enter from submitting a form that is not complete.
                event.preventDefault()
                if (isManual && !isChecked) onValueChange(option.value)
              }}
              aria-label={option.name}
              aria-labelledby={option.labelledBy}
              aria-describedby={option.describedBy}
              className="absolute inset-0 z-1 size-full cursor-pointer appearance-none rounded-[inherit]"
            />
            {/* Hidden where another text names the option, so that it is read once. */}
            <span aria-hidden={option.name !== undefined || undefined} className="contents">
              {typeof option.content === 'string' ? <span>{option.content}</span> : option.content}
            </span>
          </label>
        )
      })}
    </div>
  )
}

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Moves the focus to the next option with an arrow key, in a loop, where the browser would choose it. */
function stepWithoutChoice(event: KeyboardEvent<HTMLInputElement>): void {
  const step = steps[event.key]
  const group = event.currentTarget.closest('[role=radiogroup]')
  if (step === undefined || group === null) return
  event.preventDefault()
  const options = [...group.querySelectorAll('input')]
  options.at((options.indexOf(event.currentTarget) + step) % options.length)?.focus()
}
