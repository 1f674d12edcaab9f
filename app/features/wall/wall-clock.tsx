import { useSyncExternalStore } from 'react'
import { locale } from '#app/texts/language.ts'

const minute = 60_000
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The time of day, large; it goes on by the minute. */
export function WallClock() {
  const now = useSyncExternalStore(onNewMinute, thisMinute) * minute
  return <time className="font-display text-4xl leading-none font-bold tabular-nums sm:text-6xl">{clock.format(now)}</time>
}

const thisMinute = () => Math.floor(Date.now() / minute)

function onNewMinute(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    timer = setTimeout(look, minute - (Date.now() % minute))
    listener()
  }
  look()
  // Timers stand still while a tablet sleeps.
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
