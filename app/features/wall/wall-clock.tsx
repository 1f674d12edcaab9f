import { useSyncExternalStore } from 'react'
import { onTimeChange, serverNow } from '#app/lib/time/server-clock.ts'
import { timeOf } from '#app/texts/time-of-day.ts'

const minute = 60_000

/** The time of day in large type; updates each minute. */
export function WallClock() {
  const now = useSyncExternalStore(onNewMinute, thisMinute) * minute
  return (
    <time translate="no" className="font-display text-4xl leading-none font-bold tabular-nums sm:text-6xl">
      {timeOf(new Date(now))}
    </time>
  )
}

const thisMinute = () => Math.floor(serverNow() / minute)

const onNewMinute = (listener: () => void) => onTimeChange(thisMinute, () => minute - (serverNow() % minute), listener)
