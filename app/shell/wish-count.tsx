import { useWaitingWishes } from '#app/lib/state/waiting-wishes.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { shell } from '#texts/shell'

/** The number of wishes that wait for a parent; nothing when there is none. */
export function WishCount({ className }: { className?: string }) {
  const count = useWaitingWishes().length
  if (count === 0) return null
  return (
    <span
      className={cn(
        'bg-coral-ink text-panel grid h-6 min-w-6 place-items-center rounded-full px-1.5 text-sm font-bold tabular-nums',
        className,
      )}
    >
      <span translate="no" aria-hidden>
        {count}
      </span>
      <span className="sr-only">{shell.wishesWait(count)}</span>
    </span>
  )
}
