import type { Day } from '#domain/contract/days.ts'
import { locale } from '#app/texts/language.ts'

// A day has no time and no zone: read and written in UTC it stays itself.
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
const whole = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const months = {
  long: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
}

/** 'Saturday' */
export const weekdayOf = (day: Day) => weekday.format(new Date(day))

/** 21 */
export const numberOf = (day: Day) => new Date(day).getUTCDate()

/** 'Saturday 21 November' */
export const wordsOf = (day: Day) => whole.format(new Date(day))

/** 'November 2026', or 'November – December 2026' */
export const monthsOf = (first: Day, last: Day, length: 'long' | 'short') => months[length].formatRange(new Date(first), new Date(last))
