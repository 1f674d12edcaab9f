import { RadioGroup } from 'radix-ui'
import { useId } from 'react'
import { Recurring } from '#domain/contract/quests.ts'

const choices: readonly { value: Recurring; label: string }[] = [
  { value: 'once', label: 'Once' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
]

export function RecurringPicker({ value, onValueChange }: { value: Recurring; onValueChange: (recurring: Recurring) => void }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-bold">
        Repeats
      </span>
      <RadioGroup.Root
        aria-labelledby={id}
        value={value}
        onValueChange={(chosen) => onValueChange(Recurring.parse(chosen))}
        className="bg-sunken grid grid-cols-3 gap-1 rounded-2xl p-1"
      >
        {choices.map((choice) => (
          <RadioGroup.Item
            key={choice.value}
            value={choice.value}
            className="text-muted hover:text-ink data-[state=checked]:bg-panel data-[state=checked]:text-ink data-[state=checked]:shadow-lift touch rounded-control px-3 font-bold transition-colors"
          >
            {choice.label}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}
