import type { ReactNode } from 'react'
import { cn } from '../layout/cn.ts'

export type SwitchProps = {
  label: ReactNode
  /** The accessible name, if the label is on a page many times; starts with the label. */
  name?: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  className?: string
}

/** A switch that applies at once, without a save button. The whole row is the click target. */
export function Switch({ label, name, checked, onCheckedChange, className }: SwitchProps) {
  return (
    <label
      className={cn(
        'touch flex cursor-pointer items-center justify-between gap-3 rounded-control py-1 font-semibold',
        className,
      )}
    >
      <span className="min-w-0 flex-1">{label}</span>
      <span className="relative flex h-7 w-12 shrink-0 items-center">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-label={name}
          checked={checked}
          onChange={(event) => onCheckedChange(event.currentTarget.checked)}
          className="peer border-edge bg-sunken checked:border-grape checked:bg-grape absolute inset-0 size-full cursor-[inherit] appearance-none rounded-full border-2"
        />
        <span
          aria-hidden
          className="bg-edge peer-checked:bg-on-grape pointer-events-none relative ml-1 size-5 rounded-full transition-[translate] duration-150 peer-checked:translate-x-5"
        />
      </span>
    </label>
  )
}
