import { useSyncExternalStore } from 'react'
import type { Day } from '#domain/contract/days.ts'

/** The day of a moment on this device's own calendar; a moment is a Date, or ISO 8601 with offset. */
export function dayOf(moment: string | Date): Day {
  const date = new Date(moment)
  const numbers = [String(date.getFullYear()).padStart(4, '0'), ...[date.getMonth() + 1, date.getDate()].map((number) => String(number).padStart(2, '0'))]
  // The parts of a date that exists; reading it back would cost more than making it.
  return numbers.join('-') as Day
}

/** Today on this device. It changes by itself on a screen that is left open. */
export function useToday(): Day {
  return useSyncExternalStore(onNewDay, today)
}

/** Longest wait, in milliseconds, before the clock is looked at again: timers stand still in a laptop that sleeps. */
export const longestWait = 60_000

/** Calls `listener` on every day that begins, until the function it answers is called. */
export function onNewDay(listener: () => void): () => void {
  let known = today()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    const now = new Date()
    // Made of its parts: a day whose clocks change has 23 or 25 hours.
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
    timer = setTimeout(look, Math.min(midnight.getTime() - now.getTime(), longestWait))
    if (today() === known) return
    known = today()
    listener()
  }
  look()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('focus', look)
  }
}

function today(): Day {
  return dayOf(new Date())
}
