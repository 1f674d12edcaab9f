import { useSyncExternalStore } from 'react'
import { onTimeChange, serverNow } from '#app/lib/server-clock.ts'
import { locale } from '#app/texts/language.ts'

const minute = 60_000
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The time of day, large; it goes on by the minute. */
export function WallClock() {
  const now = useSyncExternalStore(onNewMinute, thisMinute) * minute
  return <time className="font-display text-4xl leading-none font-bold tabular-nums sm:text-6xl">{clock.format(now)}</time>
}

const thisMinute = () => Math.floor(serverNow() / minute)

const onNewMinute = (listener: () => void) => onTimeChange(thisMinute, () => minute - (serverNow() % minute), listener)
