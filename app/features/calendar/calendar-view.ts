import { atom } from 'jotai'
import { calendarDefault, type CalendarView } from '#domain/rules/calendar.ts'

/** How many days the calendar shows; every visit begins with three. */
export const calendarViewAtom = atom<CalendarView>(calendarDefault)
