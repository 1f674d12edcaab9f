import { useSyncExternalStore } from 'react'
import type { Day } from '#domain/contract/days.ts'
import { onTimeChange, serverNow } from './server-clock.ts'

/** The day of a moment on this device's own calendar; a moment is a Date, or ISO 8601 with offset. */
export function dayOf(moment: string | Date): Day {
  const date = new Date(moment)
  const numbers = [String(date.getFullYear()).padStart(4, '0'), ...[date.getMonth() + 1, date.getDate()].map((number) => String(number).padStart(2, '0'))]
  // The parts of a date that exists; reading it back would cost more than making it.
  return numbers.join('-') as Day
}

/** Today in this device's time zone, on the server's clock. It changes by itself on a screen that is left open. */
export function useToday(): Day {
  return useSyncExternalStore(onNewDay, today)
}

/** Calls `listener` on every day that begins, until the function it answers is called. */
export function onNewDay(listener: () => void): () => void {
  return onTimeChange(today, msUntilMidnight, listener)
}

function msUntilMidnight(): number {
  const now = new Date(serverNow())
  // Made of its parts: a day whose clocks change has 23 or 25 hours.
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime()
}

function today(): Day {
  return dayOf(new Date(serverNow()))
}
