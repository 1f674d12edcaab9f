import * as m from 'framer-motion/m'
import { Check, X } from 'lucide-react'
import { cn } from '#app/ui/layout/cn.ts'
import { popIn } from '#app/ui/motion/transitions.ts'
import { games } from '#texts/games'

/** The symbol on a choice: right, or not this one. */
export function Mark({ mark, className }: { mark: 'right' | 'wrong'; className?: string }) {
  return (
    <m.span
      {...popIn}
      className={cn(
        'absolute grid size-12 place-items-center rounded-full',
        mark === 'right' ? 'bg-leaf-ink text-panel' : 'bg-danger text-on-danger',
        className,
      )}
    >
      <span className="sr-only">{mark === 'right' ? games.right : games.notThisOne}</span>
      {mark === 'right' ? (
        <Check aria-hidden className="size-8" strokeWidth={3} />
      ) : (
        <X aria-hidden className="size-8" strokeWidth={3} />
      )}
    </m.span>
  )
}
