import { Switch as Radix } from 'radix-ui'
import { useId, type ReactNode } from 'react'
import { cn } from './cn.ts'

export type SwitchProps = {
  label: ReactNode
  /** Its name for a screen reader, where the label alone stands on a page many times; begins with the label. */
  name?: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

/** Something that is on or off at once, without a button to save it. The whole row is the target. */
export function Switch({ label, name, checked, onCheckedChange, disabled = false, className }: SwitchProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={cn(
        'touch flex cursor-pointer items-center justify-between gap-3 rounded-control py-1 font-semibold has-disabled:cursor-not-allowed has-disabled:opacity-60',
        className,
      )}
    >
      <span className="min-w-0 flex-1">{label}</span>
      <Radix.Root
        id={id}
        {...(name === undefined ? {} : { 'aria-label': name })}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onCheckedChange}
        className="border-edge bg-sunken data-[state=checked]:border-grape data-[state=checked]:bg-grape flex h-7 w-12 shrink-0 items-center rounded-full border-2 px-0.5 transition-colors"
      >
        <Radix.Thumb className="bg-edge data-[state=checked]:bg-on-grape block size-5 rounded-full transition-[translate,background-color] duration-150 data-[state=checked]:translate-x-4.5" />
      </Radix.Root>
    </label>
  )
}
