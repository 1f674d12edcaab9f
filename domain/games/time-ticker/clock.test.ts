import { expect, test } from 'vitest'
import { angleOf, digital, handsInWords, minutesSinceTwelve, timeAt, wordsOf } from './clock.ts'

test('minutes go around the clock in both directions', () => {
  expect([0, 719, 720, 90, -15].map((minutes) => digital(timeAt(minutes)))).toEqual(['12:00', '11:59', '12:00', '1:30', '11:45'])
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

test('a time is said as people say it', () => {
  const said = ['3:00', '3:15', '12:30', '12:45', '3:05', '7:40'].map((text) => {
    const [hours = 0, minutes = 0] = text.split(':').map(Number)
    return wordsOf({ hours, minutes })
  })
  expect(said).toEqual(["3 o'clock", 'quarter past 3', 'half past 12', 'quarter to 1', '3 oh 5', '7 40'])
})

test('hands are told without telling the time', () => {
  expect(handsInWords({ hours: 12, minutes: 0 })).toBe('short hand at the 12, long hand at the 12')
  expect(handsInWords({ hours: 12, minutes: 31 })).toBe('short hand between the 12 and the 1, long hand 1 minute past the 6')
  expect(handsInWords({ hours: 4, minutes: 3 })).toBe('short hand between the 4 and the 5, long hand 3 minutes past the 12')
})
