import { locale } from './language.ts'

const { hour12 = false } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
/** '18:30' and '07:30', or '6:30 PM' and '7:30 AM'. */
export const clockFormat = { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' } as const
const clock = new Intl.DateTimeFormat(locale, clockFormat)

/** The time of a moment on this device: '18:30' or '6:30 PM', as the language of the page has it. A moment is a Date, or ISO 8601 with offset. */
export const timeOf = (moment: Date | string): string => clock.format(new Date(moment))

/** The same of a time of day, HH:MM. */
export const timeOfDay = (time: string): string => timeOf(`2000-01-01T${time}`)
