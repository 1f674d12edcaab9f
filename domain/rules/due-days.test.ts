import fc from 'fast-check'
import { RRule, RRuleSet } from 'rrule'
import { expect, test } from 'vitest'
import { Absence } from '../contract/absences.ts'
import { Day } from '../contract/days.ts'
import { skippedDay } from './absences.ts'
import { questsOnDay } from './occurrences.ts'
import { plusDays } from './days.ts'
import { dueDayOf, isDueOn, isNotYetDue, lateSince, nextDueDay, weekdayOf, type Schedule } from './due-days.ts'
import { aColumn, aQuest, clockIn, uuid } from '#testing/builders.ts'

const start = Day.parse('2026-11-21')
const days = fc.nat(70).map((count) => plusDays(start, count))
const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    recurring: fc.constantFrom('daily' as const, 'weekly' as const, 'weekly' as const),
    weekdays: fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), { nil: undefined }),
    timesPerWeek: fc.option(fc.integer({ min: 1, max: 7 }), { freq: 2, nil: undefined }),
    startsOn: fc.option(days, { nil: undefined }),
    length: fc.option(fc.nat(30), { nil: undefined }),
    first: days,
  })
  .map(({ length, ...schedule }) => ({
    ...schedule,
    weekdays: schedule.recurring === 'weekly' && schedule.timesPerWeek === undefined ? schedule.weekdays : undefined,
    timesPerWeek: schedule.recurring === 'weekly' ? schedule.timesPerWeek : undefined,
    endsOn: length === undefined ? undefined : plusDays(schedule.startsOn ?? schedule.first, length),
  }))

const utc = (day: Day) => new Date(day)
const dayOf = (date: Date | null) => (date === null ? undefined : Day.parse(date.toISOString().slice(0, 10)))

/**
 * The same schedule, as another library has it; long before it was made, because completions of then count too. One of
 * some times a week is due on each day.
 */
const ruleOf = ({ recurring, weekdays, timesPerWeek, startsOn, endsOn, first }: Schedule) =>
  new RRule({
    freq: recurring === 'weekly' && timesPerWeek == null ? RRule.WEEKLY : RRule.DAILY,
    dtstart: utc(startsOn ?? plusDays(start, -14)),
    ...(endsOn != null && { until: utc(endsOn) }),
    ...(recurring === 'weekly' &&
      timesPerWeek == null && { byweekday: (weekdays ?? [weekdayOf(first)]).map((weekday) => weekday - 1) }),
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

test('a quest is to do on its due days that nobody skipped, and on which its member is not away', () => {
  const near = fc.integer({ min: -5, max: 5 })
  const drawn = fc.tuple(schedules, days, fc.array(near, { maxLength: 2 }), fc.array(near, { maxLength: 2 }))
  fc.assert(
    fc.property(drawn, ([schedule, day, skipped, begun]) => {
      const pressed = skipped.map((days) => plusDays(day, days))
      const away = begun.map((days) => [plusDays(day, days), plusDays(day, days + 3)] as const)
      const known = aQuest({ ...schedule, createdAt: `${schedule.first}T08:00:00Z` })
      const clock = { today: start, ...clockIn('UTC') }
      const skips = pressed.map((day) => skippedDay(known, { ...clock, day }))
      const absences = [...skips.map((day) => [day, day, known.id] as const), ...away].map(
        ([startsOn, endsOn, questId = null]) =>
          Absence.parse({ id: uuid(8, 1), memberId: null, questId, startsOn, endsOn, reason: null, version: 1 }),
      )
      const left = new RRuleSet()
      left.rrule(ruleOf(schedule))
      for (const day of pressed) left.exdate(utc(dueDayOf(schedule, day) ?? day))
      for (const [from, to] of away) for (let day = from; day <= to; day = plusDays(day, 1)) left.exdate(utc(day))
      const board = { quests: [known], columns: [aColumn(1), aColumn(2)], completions: [], absences }
      const shown = questsOnDay(board, { ...clock, day }).filter(({ status }) => status !== 'skipped')
      // One of some times a week is not planned for a day to come, and nobody has missed it.
      const isShown = schedule.timesPerWeek == null || (day <= start && day >= plusDays(start, -2))
      expect(shown.length > 0).toBe(
        isShown && day >= schedule.first && left.between(utc(day), utc(day), true).length > 0,
      )
    }),
    { numRuns: 2000 },
  )
})

// The day is a Wednesday, and the quest was made on a Monday more than a week before.
const wednesday = { today: Day.parse('2026-12-02'), ...clockIn('Europe/Berlin') }
const quest = (more: object) => aQuest({ createdAt: '2026-11-23T08:00:00Z', ...more })

test.each([
  [{ recurring: 'once' }, undefined, false],
  [{ recurring: 'once', targetTime: '17:00' }, '17:00', false],
  [{ recurring: 'once', targetTime: '17:01' }, undefined, false],
  [{ recurring: 'once', dueOn: '2026-12-02', targetTime: '17:00' }, '17:00', false],
  [{ recurring: 'once', dueOn: '2026-11-20' }, '2026-11-20', false],
  [{ recurring: 'once', dueOn: '2026-12-03', targetTime: '07:00' }, undefined, true],
  [{ recurring: 'daily' }, undefined, false],
  [{ recurring: 'daily', targetTime: '07:00' }, '07:00', false],
  [{ recurring: 'daily', startsOn: '2026-12-06' }, undefined, true],
  [{ recurring: 'daily', startsOn: '2026-12-02', targetTime: '07:00' }, '07:00', false],
  // A weekly one can be done for three days more, and is late on those.
  [{ recurring: 'weekly' }, '2026-11-30', false],
  [{ recurring: 'weekly', weekdays: [1], targetTime: '07:00' }, '2026-11-30', false],
  [{ recurring: 'weekly', weekdays: [3], targetTime: '07:00' }, '07:00', false],
  [{ recurring: 'weekly', weekdays: [6] }, undefined, true],
  // Of a plain one the board keeps the place on all days.
  [{ recurring: 'weekly', createdAt: '2026-11-21T08:00:00Z' }, undefined, false],
  // Not for days before it was so.
  [{ recurring: 'weekly', weekdays: [1], scheduledAt: '2026-12-01T08:00:00Z' }, undefined, false],
  [{ recurring: 'weekly', weekdays: [1], createdAt: '2026-12-01T08:00:00Z' }, undefined, false],
])('%j is late since %s; to do later: %s', (fields, since, isLater) => {
  expect(lateSince(quest(fields), { ...wednesday, time: '17:01' })).toBe(since)
  expect(isNotYetDue(quest(fields), wednesday)).toBe(isLater)
})
