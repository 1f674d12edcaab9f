import { Recurring } from '#domain/contract/quests.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { equalSegments, RadioField, segment } from '#app/ui/controls/radio-field.tsx'
import { questDialog } from '#texts/questDialog'
import { quests } from '#texts/quests'

export type RecurringPickerProps = {
  value: Recurring
  onValueChange: (recurring: Recurring) => void
}

export function RecurringPicker({ value, onValueChange }: RecurringPickerProps) {
  return (
    <RadioField
      label={questDialog.repeats}
      hideLabel
      value={value}
      onValueChange={onValueChange}
      options={Recurring.options.map((value) => ({ value, content: quests.recurring[value] }))}
      className={equalSegments}
      optionClassName={cn(segment, 'tiny:px-2')}
    />
  )
}
