import { Recurring } from '#domain/contract/quests.ts'
import { cn } from '#app/ui/cn.ts'
import { RadioField, segment, segments } from '#app/ui/radio-field.tsx'
import { quests } from '#texts/quests'

export function RecurringPicker({ value, onValueChange }: { value: Recurring; onValueChange: (recurring: Recurring) => void }) {
  return (
    <RadioField
      label={quests.repeats}
      value={value}
      onValueChange={onValueChange}
      options={Recurring.options.map((value) => ({ value, content: quests.recurring[value] }))}
      className={`${segments} grid-cols-3 tiny:grid-cols-[auto_auto_auto]`}
      optionClassName={cn(segment, 'tiny:px-2')}
    />
  )
}
