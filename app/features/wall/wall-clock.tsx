import { useAtomValue } from 'jotai'
import { minuteAtom } from '#app/lib/time/minute.ts'
import { timeOf } from '#app/texts/time-of-day.ts'

/** The time of day in large type; updates each minute. */
export function WallClock() {
  const minute = useAtomValue(minuteAtom)
  return (
    <time translate="no" className="font-display text-4xl leading-none font-bold tabular-nums sm:text-6xl">
      {timeOf(new Date(minute))}
    </time>
  )
}
