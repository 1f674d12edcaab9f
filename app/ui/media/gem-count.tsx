import { ui } from '#texts/ui'
import { cn } from '../layout/cn.ts'
import { GemMark } from './gem-mark.tsx'

export type GemCountProps = {
  gems: number
  /** The size class of the gem before the number. */
  mark?: string
  className?: string
}

/** A number of gems: a price, a prize, a balance. */
export function GemCount({ gems, mark = 'size-5', className }: GemCountProps) {
  return (
    <span className={cn('font-display flex items-center gap-1 font-bold whitespace-nowrap tabular-nums', className)}>
      <GemMark className={mark} />
      <span aria-hidden translate="no">
        {gems}
      </span>
      <span className="sr-only">{ui.gems(gems)}</span>
    </span>
  )
}
