import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { cn } from './cn.ts'

export type RadioOption<Value extends string> = {
  value: Value
  content: ReactNode
  /** Its name for a screen reader, where that is not what its content says. */
  name?: string
  /** Ids of what names and explains it in the content. */
  labelledBy?: string
  describedBy?: string
  title?: string
}

export type RadioGroupProps<Value extends string> = {
  /** What is chosen between, for screen readers: in words, or the id of the words. */
  label?: string
  labelledBy?: string
  describedBy?: string | undefined
  value: Value
  onValueChange: (value: Value) => void
  options: readonly RadioOption<Value>[]
  /** Each option is a stop of the Tab key, chosen with Space: for switch devices, which have no arrow keys. */
  eachIsStop?: boolean
  className?: string
  /** The look of an option; the chosen one carries `data-checked`. */
  optionClassName?: string
}

/** One of a few, all in sight: the browser's own radio buttons, each over the whole of its picture. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, labelledBy, describedBy, value, onValueChange, options, eachIsStop = false, className, optionClassName } = props
  const group = useId()
  return (
    <div role="radiogroup" aria-label={label} aria-labelledby={labelledBy} aria-describedby={describedBy} className={className}>
      {options.map((option) => {
        const isChecked = option.value === value
        return (
          <label key={option.value} title={option.title} data-checked={isChecked || undefined} className={cn('relative', optionClassName)}>
            <input
              type="radio"
              name={eachIsStop ? `${group}-${option.value}` : group}
              checked={isChecked}
              onChange={() => onValueChange(option.value)}
              onKeyDown={keepForm}
              aria-label={option.name}
              aria-labelledby={option.labelledBy}
              aria-describedby={option.describedBy}
              className="absolute inset-0 z-1 size-full cursor-pointer appearance-none rounded-[inherit]"
            />
            {typeof option.content === 'string' ? <span>{option.content}</span> : option.content}
          </label>
        )
      })}
    </div>
  )
}

/** Enter on a choice sends no form: what is still being filled in is not saved by it. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}
