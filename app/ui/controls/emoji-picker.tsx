import { Icon } from '../media/icon.tsx'
import { RadioField } from './radio-field.tsx'

export type EmojiPickerProps = {
  label: string
  value: string
  onValueChange: (icon: string) => void
  /** The icons with their accessible names. */
  icons: readonly { icon: string; name: string }[]
}

/** Chooses one of a few icons. The current one has to be among them. */
export function EmojiPicker({ label, value, onValueChange, icons }: EmojiPickerProps) {
  return (
    <RadioField
      label={label}
      hideLabel
      value={value}
      onValueChange={onValueChange}
      className="-m-1 flex gap-1 overflow-x-auto p-1 tiny:flex-wrap sm:grid sm:grid-cols-6"
      optionClassName="touch min-w-11 hover:bg-sunken border-line data-checked:border-grape data-checked:bg-grape-soft grid place-items-center rounded-control border-2 text-2xl"
      options={icons.map(({ icon, name }) => ({
        value: icon,
        name,
        title: name,
        content: (
          <span aria-hidden>
            <Icon icon={icon} />
          </span>
        ),
      }))}
    />
  )
}
