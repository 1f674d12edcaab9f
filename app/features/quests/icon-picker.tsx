import { RadioGroup } from 'radix-ui'
import { useId } from 'react'
import { questIcons } from '#domain/contract/quests.ts'

export function IconPicker({ value, onValueChange }: { value: string; onValueChange: (icon: string) => void }) {
  const id = useId()
  // A quest may carry an icon that is none of the ten, made by another program: it stays choosable.
  const icons = questIcons.some(({ icon }) => icon === value) ? questIcons : [{ icon: value, name: 'The present icon' }, ...questIcons]
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-bold">
        Icon
      </span>
      <RadioGroup.Root aria-labelledby={id} value={value} onValueChange={onValueChange} className="grid grid-cols-5 gap-2 sm:grid-cols-10 sm:gap-1">
        {icons.map(({ icon, name }) => (
          <RadioGroup.Item
            key={icon}
            value={icon}
            aria-label={name}
            title={name}
            className="touch hover:bg-sunken border-line data-[state=checked]:border-grape data-[state=checked]:bg-grape-soft grid place-items-center rounded-control border-2 text-2xl transition-colors"
          >
            {icon}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}
