import { describe, expect, test } from 'vitest'
import { Day, DayRange } from './days.ts'

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
  const sentence = (startDate: string, endDate: string) => DayRange.safeParse({ startDate, endDate }).error?.issues[0]?.message
  test.each([
    ['2026-01-01', '2026-01-01'],
    ['2026-01-01', '2027-02-04'],
    // A leap day and two changes of the clock are days like any other.
    ['2024-01-01', '2025-02-03'],
  ])('from %s to %s fits', (start, end) => expect(sentence(start, end)).toBe(undefined))
  test.each([
    ['2026-01-01', '2027-02-05', 'At most 400 days can be asked for at once'],
    ['2024-01-01', '2025-02-04', 'At most 400 days can be asked for at once'],
    ['0001-01-01', '9999-12-31', 'At most 400 days can be asked for at once'],
    ['2026-01-02', '2026-01-01', 'The first day comes after the last one'],
    ['2026-02-30', '2026-03-01', 'A day looks like 2026-01-31'],
  ])('from %s to %s does not: %s', (start, end, expected) => expect(sentence(start, end)).toBe(expected))
})
