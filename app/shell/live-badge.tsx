import { atom, useAtomValue } from 'jotai'
import { CloudOff, RefreshCw } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { overdueSinceAtom } from '#app/lib/api/fetch-bytes.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { liveStatusAtom, type LiveStatus } from '#app/lib/live/live-status.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { announce } from '#app/state/announce.ts'
import { timeOf } from '#app/texts/time-of-day.ts'
import { Animated } from '#app/ui/motion/animated.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { shell } from '#texts/shell'

// A chunk of its own, because the first page does not need the formats of days.
const AsOfDay = lazyWithPreload(
  () => import('./as-of-day.tsx'),
  ({ since }: { since: Date }) => <span>{shell.asOf(timeOf(since))}</span>,
)

const WaitingDeeds = lazyWithPreload(() => import('./waiting-deeds.tsx'))

/**
 * The status to show: an overdue call means that the data may be out of date, even if the live connection seems open.
 */
const shownStatusAtom = atom((get): LiveStatus => {
  const [status, since] = [get(liveStatusAtom), get(overdueSinceAtom)]
  return since === undefined || status.state === 'lost' || status.state === 'connecting'
    ? status
    : { state: 'lost', since }
})

/** Shows when the screen is not live, so that outdated data is always marked; screen readers also find that it is. */
export function LiveBadge({ className }: { className?: string }) {
  const status = useAtomValue(shownStatusAtom)
  const isLost = status.state === 'lost'
  useChangesSaid(status)
  return (
    <div
      data-live={status.state}
      className={cn(
        'flex flex-wrap items-center gap-x-1 gap-y-0.5 text-sm has-[>.sr-only:only-child]:sr-only',
        className,
      )}
    >
      {isLost || status.state === 'polling' ? (
        <Animated
          as="span"
          className={cn(
            'flex items-center gap-1.5 rounded-full px-2.5 py-1 font-bold max-sm:in-data-[live=lost]:py-0.5 [&_svg]:size-4 [&_svg]:shrink-0',
            isLost ? 'text-coral-ink bg-coral-soft' : 'text-gem-ink bg-gem-soft whitespace-nowrap',
          )}
        >
          {isLost ? <CloudOff aria-hidden /> : <RefreshCw aria-hidden />}
          {isLost ? <AsOf since={status.since} /> : <span className="tiny:sr-only">{shell.polling}</span>}
        </Animated>
      ) : (
        <span className="sr-only">{status.state === 'live' && shell.live}</span>
      )}
      <Suspense fallback={null}>
        <WaitingDeeds />
      </Suspense>
    </div>
  )
}

/** The state that screen readers know: they assume a live page. */
let known: LiveStatus['state'] = 'live'

/** Has screen readers say when the connection is lost, and when it is back. */
function useChangesSaid(status: LiveStatus): void {
  const { state } = status
  useEffect(() => {
    if (state === known || state === 'connecting') return
    known = state
    announce(state === 'lost' ? shell.asOf(timeOf(status.since)) : shell[state])
    // oxlint-disable-next-line react/exhaustive-deps -- The time of the last data changes while the connection is lost.
  }, [state])
}

/** The time, with the day if it is not today. */
function AsOf({ since }: { since: Date }) {
  const time = <span>{shell.asOf(timeOf(since))}</span>
  if (since.toDateString() === new Date(serverNow()).toDateString()) return time
  return (
    <Suspense fallback={time}>
      <AsOfDay since={since} />
    </Suspense>
  )
}
