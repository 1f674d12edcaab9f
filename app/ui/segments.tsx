import { RadioGroup } from 'radix-ui'
import { cn } from './cn.ts'

export type SegmentsProps<Value extends string> = {
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
  /** What is chosen between, for screen readers. */
  label: string
  className?: string
}

/** One of a few, side by side: a radio group in the shape of a switch. */
export function Segments<Value extends string>({ value, onValueChange, options, label, className }: SegmentsProps<Value>) {
  const choose = (chosen: string) => {
    const option = options.find((known) => known.value === chosen)
    if (option) onValueChange(option.value)
  }
  return (
    <RadioGroup.Root
      aria-label={label}
      orientation="horizontal"
      value={value}
      onValueChange={choose}
      className={cn('bg-sunken flex gap-1 rounded-2xl p-1', className)}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className="text-muted hover:text-ink data-[state=checked]:bg-panel data-[state=checked]:text-ink data-[state=checked]:shadow-lift touch rounded-control px-3.5 font-bold whitespace-nowrap transition-colors"
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
