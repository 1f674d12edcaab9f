import { Hourglass } from 'lucide-react'
import { useIsOnItsWay } from '#app/state/late-ids.ts'
import { common } from '#texts/common'
import { cn } from '../layout/cn.ts'

/** Shows that a slow change of the entity with this id is on its way. */
export function OnItsWay({ id, className }: { id: string; className?: string }) {
  return useIsOnItsWay(id) && <WaitingNote className={className} />
}

export function WaitingNote({ className }: { className?: string | undefined }) {
  return (
    <span
      className={cn('text-muted flex items-center gap-1 text-sm font-bold [&_svg]:size-4 [&_svg]:shrink-0', className)}
    >
      <Hourglass aria-hidden />
      <span>{common.onItsWay}</span>
    </span>
  )
}
