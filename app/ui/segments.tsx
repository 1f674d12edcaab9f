import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { segment, segments } from './radio-field.tsx'
import { RadioGroup, type RadioGroupProps } from './radio-group.tsx'

export type SegmentsProps<Value extends string> = Omit<RadioGroupProps<Value>, 'options' | 'optionClassName'> & {
  /** One with an icon shows that alone on a phone. */
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
}

/** One of a few, side by side: a radio group in the shape of a switch. */
export function Segments<Value extends string>({ options, className, ...group }: SegmentsProps<Value>) {
  return (
    <RadioGroup
      {...group}
      className={cn(segments, 'flex', className)}
      optionClassName={cn(segment, 'min-w-(--touch) px-3.5 [&_svg]:size-6')}
      options={options.map(({ value, label, icon }) => ({
        value,
        content: (
          <>
            {icon}
            <span className={icon === undefined ? undefined : 'max-sm:sr-only'}>{label}</span>
          </>
        ),
      }))}
    />
  )
}
