import { format } from 'date-fns/format'
import { isSameMonth } from 'date-fns/isSameMonth'
import { isSameYear } from 'date-fns/isSameYear'
import { parseISO } from 'date-fns/parseISO'
import type { Day } from '#domain/contract/days.ts'
import { dateLocale } from './load-translation.ts'
import { language, locale } from './page-language.ts'

type Style =
  | 'weekday'
  | 'day'
  | 'shortDay'
  | 'dayWithYear'
  | 'weekdayAndDay'
  | 'weekdayAndDayWithYear'
  | 'shortWeekdayAndDay'

/** English dates have two orders; the device's region decides. */
const isMonthFirst =
  new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }).formatToParts()[0]?.type === 'month'

const english = isMonthFirst
  ? {
      day: 'MMMM d',
      shortDay: 'MMM d',
      dayWithYear: 'MMMM d, yyyy',
      weekdayAndDay: 'EEEE, MMMM d',
      weekdayAndDayWithYear: 'EEEE, MMMM d, yyyy',
    }
  : {
      day: 'd MMMM',
      shortDay: 'd MMM',
      dayWithYear: 'd MMMM yyyy',
      weekdayAndDay: 'EEEE d MMMM',
      weekdayAndDayWithYear: 'EEEE d MMMM yyyy',
    }

const patterns: Record<Style, string> = {
  weekday: 'EEEE',
  ...{
    en: { ...english, shortWeekdayAndDay: isMonthFirst ? 'EEE, MMM d' : 'EEE d MMM' },
    de: {
      day: 'd. MMMM',
      shortDay: 'd. MMM',
      dayWithYear: 'd. MMMM yyyy',
      weekdayAndDay: 'EEEE, d. MMMM',
      weekdayAndDayWithYear: 'EEEE, d. MMMM yyyy',
      shortWeekdayAndDay: 'EEEEEE, d. MMM',
    },
    es: {
      day: "d 'de' MMMM",
      shortDay: 'd MMM',
      dayWithYear: "d 'de' MMMM 'de' yyyy",
      weekdayAndDay: "EEEE, d 'de' MMMM",
      weekdayAndDayWithYear: "EEEE, d 'de' MMMM 'de' yyyy",
      shortWeekdayAndDay: 'EEE, d MMM',
    },
  }[language],
}

function write(date: Date, pattern: string): string {
  const words = dateLocale()
  return format(date, pattern, words && { locale: words })
}

/**
 * Formats a day, or the day of a moment (ISO 8601 with offset) on this device, in the page's language. Throws a
 * RangeError for other text.
 */
export const formatDay = (moment: Date | Day | string, style: Style): string =>
  write(typeof moment === 'string' ? parseISO(moment) : moment, patterns[style])

/** Begins with a capital letter, where a day or a month stands alone. */
export const capitalized = (words: string): string => words.charAt(0).toLocaleUpperCase(locale) + words.slice(1)

/** 'November 2026', or 'November – December 2026' */
export function formatMonths(first: Day, last: Day, length: 'long' | 'short'): string {
  const month = length === 'long' ? 'LLLL' : 'LLL'
  const [from, to] = [parseISO(first), parseISO(last)]
  const whole = write(to, `${month} yyyy`)
  return isSameMonth(from, to) ? whole : `${write(from, isSameYear(from, to) ? month : `${month} yyyy`)} – ${whole}`
}
