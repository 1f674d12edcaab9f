import { addDays } from 'date-fns/addDays'
import { lightFormat } from 'date-fns/lightFormat'
import { parseISO } from 'date-fns/parseISO'
import type { Day } from '../contract/days.ts'

/** The day of `date` on the calendar of this device. */
// The parts of a date that exists; parsing it again would cost more than making it.
export const dayOfDate = (date: Date): Day => lightFormat(date, 'yyyy-MM-dd') as Day

/** The day `count` days after `day`, or before it where `count` is negative. */
export const plusDays = (day: Day, count: number): Day => dayOfDate(addDays(parseISO(day), count))
