import type { Day } from '#domain/contract/days.ts'
import { plusDays } from '#domain/rules/days.ts'
import { dayOf } from '#app/lib/time/today.ts'
import { timeOf } from '#app/texts/time-of-day.ts'
import { formatDay } from '#app/texts/dates.ts'
import type { rewards } from '#texts/rewards'

/** '14:05 today', '14:05 yesterday' or '14:05 on 3 November', on this device's clock. */
export function momentWords(moment: string, today: Day, words: typeof rewards.at): string {
  const [time, day] = [timeOf(moment), dayOf(moment)]
  if (day === today) return words.today(time)
  if (day === plusDays(today, -1)) return words.yesterday(time)
  return words.before(time, formatDay(moment, 'day'))
}
