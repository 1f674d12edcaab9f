import type { Day } from '#domain/contract/days.ts'
import { plusDays } from '#domain/rules/calendar.ts'
import { dayOf } from '#app/lib/today.ts'
import { locale } from '#app/texts/language.ts'
import type { rewards } from '#texts/rewards'

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' })

/** '14:05 today', '14:05 yesterday' or '14:05 on 3 November', on this device's clock. */
export function momentWords(moment: string, today: Day, words: typeof rewards.at): string {
  const [time, day] = [clock.format(new Date(moment)), dayOf(moment)]
  if (day === today) return words.today(time)
  if (day === plusDays(today, -1)) return words.yesterday(time)
  return words.before(time, date.format(new Date(moment)))
}
