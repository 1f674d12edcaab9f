import { expect, test } from 'vitest'
import { angleOf, digital, minutesSinceTwelve, readOff, timeAt } from './clock.ts'

test('minutes go around the clock in both directions', () => {
  expect([0, 719, 720, 90, -15].map((minutes) => digital(timeAt(minutes)))).toEqual([
    '12:00',
    '11:59',
    '12:00',
    '1:30',
    '11:45',
  ])
  for (let minutes = 0; minutes < 720; minutes++) expect(minutesSinceTwelve(timeAt(minutes))).toBe(minutes)
})

test('the twelve hours stand 30 degrees apart, and the hour hand moves on with the minutes', () => {
  expect(Array.from({ length: 12 }, (_, index) => angleOf('hour', { hours: index + 1, minutes: 0 }))).toEqual([
    30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330, 0,
  ])
  expect(angleOf('hour', { hours: 3, minutes: 30 })).toBe(105)
  expect(angleOf('minute', { hours: 3, minutes: 30 })).toBe(180)
  expect(angleOf('hour', { hours: 12, minutes: 59 })).toBe(29.5)
})

test('a time is read off by the next hour, and by the number before the long hand', () => {
  expect([11, 12, 1].map((hours) => readOff({ hours, minutes: 0 }).next)).toEqual([12, 1, 2])
  expect(readOff({ hours: 4, minutes: 3 })).toEqual({ hours: 4, minutes: 3, next: 5, number: 12, past: 3 })
  expect(readOff({ hours: 12, minutes: 31 })).toMatchObject({ number: 6, past: 1 })
})
