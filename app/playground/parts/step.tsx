import { AnimatePresence } from 'framer-motion'
import * as m from 'framer-motion/m'
import { cn } from '#app/ui/layout/cn.ts'
import { popIn } from '#app/ui/motion/transitions.ts'

/** A small bubble that fills. Decoration: the number of full ones is in text beside it. */
export function Step({ isFull, className, fill }: { isFull: boolean; className: string; fill: string }) {
  return (
    <span aria-hidden className={cn('grid rounded-full border-2', className)}>
      <AnimatePresence initial={false}>
        {isFull && <m.span {...popIn} exit={{ opacity: 0 }} className={cn('rounded-full', fill)} />}
      </AnimatePresence>
    </span>
  )
}
