import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Animated } from '../motion/animated.tsx'
import { cn } from '../layout/cn.ts'

export type CheckboxProps = {
  /** The text beside the box; may start with a picture. */
  label: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  /** The id of the text why it cannot be changed: a press changes nothing, and the focus still reaches it. */
  lockedBy?: string | undefined
  name?: string
  className?: string
}

/** The whole row is the click target. */
export function Checkbox({ label, checked, onCheckedChange, lockedBy, name, className }: CheckboxProps) {
  return (
    <label
      className={cn(
        'touch hover:bg-sunken flex items-center gap-3 rounded-control px-2 py-1',
        lockedBy ? 'cursor-not-allowed opacity-60' : 'cursor-pointer',
        className,
      )}
    >
      <span className="relative grid size-6 shrink-0 place-items-center">
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-disabled={lockedBy !== undefined || undefined}
          aria-describedby={lockedBy}
          onChange={(event) => onCheckedChange(event.currentTarget.checked)}
          className="border-edge bg-panel checked:border-grape checked:bg-grape absolute inset-0 size-full cursor-[inherit] appearance-none rounded-lg border-2"
        />
        {checked && (
          <Animated as="span" aria-hidden className="text-on-grape pointer-events-none relative">
            <Check className="size-4" strokeWidth={3.5} />
          </Animated>
        )}
      </span>
      <span className="flex min-w-0 flex-1 items-center gap-2">{label}</span>
    </label>
  )
}
