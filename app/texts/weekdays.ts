import type { Day } from '#domain/contract/days.ts'
import { locale } from './page-language.ts'

const monday = Date.UTC(2026, 10, 23)
const dayMs = 86_400_000

/** The name of a weekday in the page's language; 1 is Monday. */
export const weekdayName = (weekday: number, weekdayStyle: 'narrow' | 'short' | 'long'): string =>
  new Intl.DateTimeFormat(locale, { weekday: weekdayStyle, timeZone: 'UTC' }).format(monday + (weekday - 1) * dayMs)

/** 'Monday and Thursday' */
export const weekdayNames = (weekdays: readonly number[]): string =>
  new Intl.ListFormat(locale).format(weekdays.map((weekday) => weekdayName(weekday, 'long')))

/** 'Sat, 5 Dec', or without the weekday: for a board, which loads no other formats of days. */
export const shortDay = (day: Day, hasWeekday = false): string =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(hasWeekday && { weekday: 'short' }),
    timeZone: 'UTC',
  }).format(new Date(day))
