import { Check, Minus } from 'lucide-react'
import { cn } from '#app/ui/layout/cn.ts'

type TickProps = {
  /** The accessible name. */
  name: string
  /** Who has done it: everybody, some, or nobody. */
  done: 'all' | 'some' | 'none'
  /** False for a button that asks who did it. */
  isCheckbox: boolean
  onPress: () => void
}

/** The box that says of a quest on a day that it is done, by its shape as well as by its color. */
export function Tick({ name, done, isCheckbox, onPress }: TickProps) {
  return (
    <button
      type="button"
      aria-label={name}
      {...(isCheckbox ? { role: 'checkbox', 'aria-checked': done === 'all' } : { 'aria-haspopup': 'dialog' })}
      onClick={onPress}
      className="group/tick relative z-10 grid size-11 place-items-center rounded-full"
    >
      <span
        className={cn(
          'grid size-6 place-items-center rounded-lg border-2 [&_svg]:size-4',
          done === 'none' && 'border-edge bg-panel group-hover/tick:border-leaf',
          done === 'some' && 'border-leaf bg-panel text-leaf-ink',
          done === 'all' && 'border-leaf bg-leaf text-[#fff] forced-colors:text-[Canvas]',
        )}
      >
        {done === 'all' && <Check aria-hidden strokeWidth={4} />}
        {done === 'some' && <Minus aria-hidden strokeWidth={4} />}
      </span>
    </button>
  )
}
