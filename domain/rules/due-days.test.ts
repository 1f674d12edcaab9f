import fc from 'fast-check'
import { RRule } from 'rrule'
import { expect, test } from 'vitest'
import { Day } from '../contract/days.ts'
import { plusDays } from './days.ts'
import { dueDayOf, isDueOn, nextDueDay, weekdayOf, type Schedule } from './due-days.ts'

const start = Day.parse('2026-11-21')
const days = fc.nat(70).map((count) => plusDays(start, count))
const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    recurring: fc.constantFrom('daily' as const, 'weekly' as const, 'weekly' as const),
    weekdays: fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), { nil: undefined }),
    startsOn: fc.option(days, { nil: undefined }),
    length: fc.option(fc.nat(30), { nil: undefined }),
    first: days,
  })
  .map(({ length, ...schedule }) => ({
    ...schedule,
    weekdays: schedule.recurring === 'weekly' ? schedule.weekdays : undefined,
    endsOn: length === undefined ? undefined : plusDays(schedule.startsOn ?? schedule.first, length),
  }))

const utc = (day: Day) => new Date(day)
const dayOf = (date: Date | null) => (date === null ? undefined : Day.parse(date.toISOString().slice(0, 10)))

/** The same schedule, as another library has it; long before it was made, because completions of then count too. */
const ruleOf = ({ recurring, weekdays, startsOn, endsOn, first }: Schedule) =>
  new RRule({
    freq: recurring === 'weekly' ? RRule.WEEKLY : RRule.DAILY,
    dtstart: utc(startsOn ?? plusDays(start, -14)),
    ...(endsOn != null && { until: utc(endsOn) }),
    ...(recurring === 'weekly' && { byweekday: (weekdays ?? [weekdayOf(first)]).map((weekday) => weekday - 1) }),
  })

test('a day counts for the nearest due day, the next one follows, and it is due on those since it was made', () => {
  fc.assert(
    fc.property(schedules, days, (schedule, day) => {
      const rule = ruleOf(schedule)
      const [before, after] = [dayOf(rule.before(utc(day), true)), dayOf(rule.after(utc(day), true))]
      const away = (other: Day) => Math.abs(Date.parse(other) - Date.parse(day))
      const either = before && after ? (away(after) < away(before) ? after : before) : (before ?? after)
      const nearest = either && away(either) <= 3 * 86_400_000 ? either : undefined
      expect(dueDayOf(schedule, day)).toBe(nearest)
      expect(nextDueDay(schedule, day)).toBe(dayOf(rule.after(utc(nearest ?? day))))
      expect(isDueOn(schedule, day)).toBe(day >= schedule.first && before === day)
    }),
    { numRuns: 10_000 },
  )
})
