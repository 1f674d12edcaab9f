import { isValid } from 'date-fns/isValid'
import { lightFormat } from 'date-fns/lightFormat'
import { parseISO } from 'date-fns/parseISO'
import { locale } from './page-language.ts'

const { hour12 = false } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
/** The format of the device's region: '18:30' and '07:30', or '6:30 PM' and '7:30 AM'. */
const pattern = hour12 ? 'h:mm a' : 'HH:mm'

/** The time of a moment on this device: '18:30' or '6:30 PM'. A moment is a Date, or ISO 8601 with offset. */
export const timeOf = (moment: Date | string): string => lightFormat(moment, pattern)

/** Formats a time of day, HH:MM; returns other text unchanged, as from a field during typing. */
export function timeOfDay(time: string): string {
  const moment = parseISO(`2000-01-01T${time}`)
  return isValid(moment) ? timeOf(moment) : time
}
