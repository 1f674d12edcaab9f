import { RadioGroup } from 'radix-ui'
import { useId } from 'react'

export type EmojiPickerProps = {
  label: string
  value: string
  onValueChange: (icon: string) => void
  /** Each with the word a screen reader says. */
  icons: readonly { icon: string; name: string }[]
}

/** One picture out of a few, all in sight. */
export function EmojiPicker({ label, value, onValueChange, icons }: EmojiPickerProps) {
  const id = useId()
  // A thing may carry an icon that is none of these, made by another program: it stays choosable.
  const choices = icons.some(({ icon }) => icon === value) ? icons : [{ icon: value, name: 'The present icon' }, ...icons]
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-bold">
        {label}
      </span>
      <RadioGroup.Root aria-labelledby={id} value={value} onValueChange={onValueChange} className="grid grid-cols-5 gap-2 sm:grid-cols-10 sm:gap-1">
        {choices.map(({ icon, name }) => (
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
