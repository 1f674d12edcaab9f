import { useAtomValue } from 'jotai'
import { CloudOff, Radio } from 'lucide-react'
import { liveStatusAtom } from '#app/lib/live-status.ts'
import { locale } from '#app/texts/language.ts'
import { cn } from '#app/ui/cn.ts'
import { shell } from '#texts/shell'

/** Whether the board is what the family has right now; never a board that is old in silence. */
export function LiveBadge({ className }: { className?: string }) {
  const status = useAtomValue(liveStatusAtom)
  return (
    <output data-live={status.state} className={cn('text-sm', className)}>
      {status.state !== 'connecting' && (
        <span
          className={cn(
            'animate-appear flex items-center gap-1.5 rounded-full px-2.5 py-1 font-bold [&_svg]:size-4',
            status.state === 'live' ? 'text-gem-ink bg-gem-soft' : 'text-coral-ink bg-coral-soft',
          )}
        >
          {status.state === 'live' ? <Radio aria-hidden /> : <CloudOff aria-hidden />}
          {status.state === 'live' ? shell.live : shell.asOf(momentOf(status.since))}
        </span>
      )}
    </output>
  )
}

/** The time, and the day with it where that is not today. */
function momentOf(since: Date): string {
  const isToday = since.toDateString() === new Date().toDateString()
  return since.toLocaleString(locale, { ...(isToday ? {} : { weekday: 'short', day: 'numeric', month: 'short' }), hour: '2-digit', minute: '2-digit' })
}
