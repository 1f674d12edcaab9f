import { atom } from 'jotai'
import { calendarDefault, type CalendarView } from '#domain/rules/calendar.ts'

/** The number of days that the calendar shows; each visit starts with three. */
export const calendarViewAtom = atom<CalendarView>(calendarDefault)
