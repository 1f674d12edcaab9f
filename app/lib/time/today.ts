import { useSyncExternalStore } from 'react'
import type { Day } from '#domain/contract/days.ts'
import { dayOfDate, dayOfZone } from '#domain/rules/days.ts'
import { onTimeChange, serverNow } from './server-clock.ts'

/** The day of a moment on this device's own calendar; a moment is a Date, or ISO 8601 with offset. */
export const dayOf = (moment: string | Date): Day => dayOfDate(new Date(moment))

/** Today in a time zone (IANA name), on the server's clock. Updates on a screen that stays open. */
export function useToday(timeZone: string): Day {
  const { subscribe, read } = calendarOf(timeZone)
  return useSyncExternalStore(subscribe, read)
}

type Calendar = {
  dayOf: (moment: string | Date) => Day
  read: () => Day
  subscribe: (listener: () => void) => () => void
}

const calendars = new Map<string, Calendar>()

/** The day of a moment in a time zone (IANA name); in the device's if the browser does not know the zone. */
export const dayIn = (timeZone: string): Calendar['dayOf'] => calendarOf(timeZone).dayOf

function calendarOf(timeZone: string): Calendar {
  const known = calendars.get(timeZone) ?? createCalendar(timeZone)
  calendars.set(timeZone, known)
  return known
}

function createCalendar(timeZone: string): Calendar {
  const dayAt = dayOfZone(timeZone)
  if (dayAt === undefined) return { dayOf, ...deviceDay }
  // Cached, because a calendar requests the first day of each quest many times.
  const days = new Map<string, Day>()
  const remembered = (moment: string) => {
    const day = days.get(moment) ?? dayAt(new Date(moment))
    days.set(moment, day)
    return day
  }
  const read = () => dayAt(new Date(serverNow()))
  return {
    dayOf: (moment) => (typeof moment === 'string' ? remembered(moment) : dayAt(moment)),
    read,
    subscribe: (listener) => onNewDay(listener, read),
  }
}

/** All offsets from UTC, and so all midnights, are multiples of this many milliseconds. */
const offsetStepMs = 900_000

/** Calls `listener` when `read` returns another day; returns a function that stops this. */
export function onNewDay(listener: () => void, read: () => Day = today): () => void {
  return onTimeChange(read, () => offsetStepMs - (serverNow() % offsetStepMs), listener)
}

function today(): Day {
  return dayOf(new Date(serverNow()))
}

const deviceDay = { read: today, subscribe: (listener: () => void) => onNewDay(listener) }
