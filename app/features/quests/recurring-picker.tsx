import type { Day } from '#domain/contract/days.ts'
import { Recurring } from '#domain/contract/quests.ts'
import { weeklyOn } from '#app/lib/text/repeats.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { equalSegments, RadioField, segment } from '#app/ui/controls/radio-field.tsx'
import { quests } from '#texts/quests'

export type RecurringPickerProps = {
  value: Recurring
  onValueChange: (recurring: Recurring) => void
  /** A day on which the quest is due if it is weekly. */
  day: Day
}

export function RecurringPicker({ value, onValueChange, day }: RecurringPickerProps) {
  return (
    <RadioField
      label={quests.repeats}
      hint={value === 'weekly' ? weeklyOn(day) : undefined}
      value={value}
      onValueChange={onValueChange}
      options={Recurring.options.map((value) => ({ value, content: quests.recurring[value] }))}
      className={equalSegments}
      optionClassName={cn(segment, 'tiny:px-2')}
    />
  )
}
