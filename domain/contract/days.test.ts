import { describe, expect, test } from 'vitest'
import { Day, DayRange } from './days.ts'
import { messageOf } from './errors.ts'

test.each([
  ['2026-01-31', true],
  ['2024-02-29', true],
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['0000-01-01', false],
  ['10000-01-01', false],
  ['-2026-01-01', false],
  ['2026-01-31T00:00:00Z', false],
  [' 2026-01-31', false],
  ['2026-01-31\n', false],
  ['', false],
])('%j as a day: %s', (text, fits) => expect(Day.safeParse(text).success).toBe(fits))

describe('a range of days', () => {
  const tooLong = messageOf('invalid_input', { reason: 'too_many_days', limit: 400 })
  const message = (startDate: string, endDate: string) =>
    DayRange.safeParse({ startDate, endDate }).error?.issues[0]?.message
  test.each([
    ['2026-01-01', '2026-01-01'],
    ['2026-01-01', '2027-02-04'],
    // A leap day and two changes of the clock are days like any other.
    ['2024-01-01', '2025-02-03'],
  ])('from %s to %s fits', (start, end) => expect(message(start, end)).toBe(undefined))
  test.each([
    ['2026-01-01', '2027-02-05', tooLong],
    ['2024-01-01', '2025-02-04', tooLong],
    ['0001-01-01', '9999-12-31', tooLong],
    ['2026-01-02', '2026-01-01', messageOf('invalid_input', { reason: 'days_reversed' })],
    ['2026-02-30', '2026-03-01', messageOf('invalid_input', { reason: 'malformed_day' })],
  ])('from %s to %s does not: %s', (start, end, expected) => expect(message(start, end)).toBe(expected))
})
