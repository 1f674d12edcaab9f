import type { ReactNode } from 'react'
import { cn } from '#app/ui/layout/cn.ts'
import { Mark } from './mark.tsx'

export type ChoiceProps = {
  /** The accessible name, for a choice that is a picture. */
  label?: string | undefined
  /** Set once it was chosen: whether it was right. */
  mark?: 'right' | 'wrong' | undefined
  onChoose: () => void
  className?: string
  children: ReactNode
}

/** A choice of a question. Its mark has a symbol as well as a colour. */
export function Choice({ label, mark, onChoose, className, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onChoose}
      className={cn(
        'border-line bg-panel hover:border-grape relative grid min-h-[min(5rem,20vw)] min-w-[min(5rem,20vw)] place-items-center rounded-tile border-4 p-3 active:scale-[0.97]',
        mark === 'right' && 'border-leaf bg-leaf-soft hover:border-leaf',
        mark === 'wrong' && 'border-danger bg-danger-soft hover:border-danger',
        className,
      )}
    >
      {children}
      {mark !== undefined && <Mark mark={mark} className="-top-3 -right-3" />}
    </button>
  )
}
