import { lightFormat } from 'date-fns/lightFormat'
import type { Day } from '../contract/days.ts'

/** Returns the day of `date` on the calendar of this device. */
// The parts of a date that exists; parsing it again would cost more than making it.
export const dayOfDate = (date: Date): Day => lightFormat(date, 'yyyy-MM-dd') as Day

const dayMs = 86_400_000

/**
 * Returns the day `count` days after `day`, or before it when `count` is negative. Counts in UTC, because the clocks of
 * a device have skipped whole days.
 */
export const plusDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10) as Day

const zones = new Map<string, ((moment: Date) => Day) | undefined>()

/**
 * Returns the day of a moment on the calendar of a time zone (IANA name); undefined for a zone that this platform does
 * not know.
 */
export function dayOfZone(timeZone: string): ((moment: Date) => Day) | undefined {
  if (!zones.has(timeZone)) zones.set(timeZone, calendarOf(timeZone))
  return zones.get(timeZone)
}

function calendarOf(timeZone: string): ((moment: Date) => Day) | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    return (moment) => {
      const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
      return [parts.get('year')?.padStart(4, '0'), parts.get('month'), parts.get('day')].join('-') as Day
    }
  } catch {
    return undefined
  }
}
