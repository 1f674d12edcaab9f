import { Check } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { useId, type ReactNode } from 'react'
import { cn } from './cn.ts'

export type CheckboxProps = {
  /** The text beside the box; a picture may stand before it. */
  label: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  name?: string
  className?: string
}

/** The whole row is the target. */
export function Checkbox({ label, checked, onCheckedChange, disabled = false, name, className }: CheckboxProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={cn(
        'touch hover:bg-sunken flex cursor-pointer items-center gap-3 rounded-control px-2 py-1 has-disabled:cursor-not-allowed has-disabled:opacity-60',
        className,
      )}
    >
      <Radix.Root
        id={id}
        {...(name === undefined ? {} : { name })}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(state) => onCheckedChange(state === true)}
        className="border-edge bg-panel data-[state=checked]:border-grape data-[state=checked]:bg-grape text-on-grape grid size-6 shrink-0 place-items-center rounded-lg border-2 transition-colors"
      >
        <Radix.Indicator className="animate-appear">
          <Check aria-hidden className="size-4" strokeWidth={3.5} />
        </Radix.Indicator>
      </Radix.Root>
      <span className="flex min-w-0 flex-1 items-center gap-2">{label}</span>
    </label>
  )
}
