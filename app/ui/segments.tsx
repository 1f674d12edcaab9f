import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

export type SegmentsProps<Value extends string> = {
  value: Value
  onValueChange: (value: Value) => void
  /** One with an icon shows that alone on a phone. */
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  /** What is chosen between, for screen readers. */
  label: string
  /** Each option is a stop of the Tab key, chosen with Space: for switch devices, which have no arrow keys. */
  eachIsStop?: boolean
  className?: string
}

/** One of a few, side by side: a radio group in the shape of a switch. */
export function Segments<Value extends string>({ value, onValueChange, options, label, eachIsStop = false, className }: SegmentsProps<Value>) {
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
      {...(eachIsStop && { tabIndex: -1 })}
      className={cn('bg-sunken flex gap-1 rounded-2xl p-1', className)}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          {...(eachIsStop && { tabIndex: 0 })}
          className="text-muted hover:text-ink data-[state=checked]:bg-panel data-[state=checked]:text-ink data-[state=checked]:shadow-lift touch flex min-w-(--touch) items-center justify-center gap-2 rounded-control px-3.5 font-bold whitespace-nowrap transition-colors [&_svg]:size-6"
        >
          {option.icon}
          <span className={option.icon === undefined ? undefined : 'max-sm:sr-only'}>{option.label}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
