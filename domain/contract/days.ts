import * as z from 'zod/mini'
import { messageOf } from './errors.ts'

const malformedDay = messageOf('invalid_input', { reason: 'malformed_day' })

/** A calendar day, yyyy-MM-dd; one that does not exist, like 2026-02-30, is refused. */
export const Day = z.iso
  .date(malformedDay)
  // No calendar has a year 0, and Postgres takes none.
  .check(z.refine((day) => day >= '0001-01-01', malformedDay))
  .brand<'Day'>()
export type Day = z.infer<typeof Day>

export const longestRange = 400

const dayMs = 86_400_000

/** From `startDate` to `endDate`, both included. */
export const DayRange = z.strictObject({ startDate: Day, endDate: Day }).check(
  z.refine(({ startDate, endDate }) => startDate <= endDate, messageOf('invalid_input', { reason: 'days_reversed' })),
  z.refine(
    ({ startDate, endDate }) => (Date.parse(endDate) - Date.parse(startDate)) / dayMs < longestRange,
    messageOf('invalid_input', { reason: 'too_many_days', limit: longestRange }),
  ),
)
export type DayRange = z.infer<typeof DayRange>
