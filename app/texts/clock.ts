import { locale } from './language.ts'

const { hour12 = false } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
/** '18:30' and '07:30', or '6:30 PM' and '7:30 AM'. */
export const clockFormat = { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' } as const
const clock = new Intl.DateTimeFormat(locale, clockFormat)

/** The time of a moment on this device: '18:30' or '6:30 PM', as the language of the page has it. A moment is a Date, or ISO 8601 with offset. */
export const timeOf = (moment: Date | string): string => clock.format(new Date(moment))

/** The same of a time of day, HH:MM; what is none, as in a field that somebody is typing in, stays as it is. */
export function timeOfDay(time: string): string {
  const moment = new Date(`2000-01-01T${time}`)
  return Number.isNaN(moment.getTime()) ? time : timeOf(moment)
}
