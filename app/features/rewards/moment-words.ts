import { plusDays } from '#domain/rules/days.ts'
import type { MomentClock } from '#app/lib/time/moments.ts'
import { formatDay } from '#app/texts/dates.ts'
import type { rewards } from '#texts/rewards'

/** '14:05 today', '14:05 yesterday' or '14:05 on 3 November', on the family's clock. */
export function momentWords(moment: string, { today, dayOf, timeOf }: MomentClock, words: typeof rewards.at): string {
  const [time, day] = [timeOf(moment), dayOf(moment)]
  if (day === today) return words.today(time)
  if (day === plusDays(today, -1)) return words.yesterday(time)
  return words.before(time, formatDay(day, 'day'))
}
