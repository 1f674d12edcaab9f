import type { Recurring } from '#domain/contract/quests.ts'
import { RadioField, segment, segments } from '#app/ui/radio-field.tsx'

const options: readonly { value: Recurring; content: string }[] = [
  { value: 'once', content: 'Once' },
  { value: 'daily', content: 'Daily' },
  { value: 'weekly', content: 'Weekly' },
]

export function RecurringPicker({ value, onValueChange }: { value: Recurring; onValueChange: (recurring: Recurring) => void }) {
  return (
    <RadioField label="Repeats" value={value} onValueChange={onValueChange} options={options} className={`${segments} grid-cols-3`} optionClassName={segment} />
  )
}
