import { format } from 'date-fns/format'
import type { Day } from '#domain/contract/days.ts'
import { plusDays } from '#domain/rules/calendar.ts'
import { dayOf } from '#app/lib/today.ts'

/** '14:05 today', '14:05 yesterday' or '14:05 on 3 November', on this device's clock. */
export function momentWords(moment: string, today: Day): string {
  const [time, day] = [format(moment, 'HH:mm'), dayOf(moment)]
  if (day === today) return `${time} today`
  if (day === plusDays(today, -1)) return `${time} yesterday`
  return `${time} on ${format(moment, 'd MMMM')}`
}
