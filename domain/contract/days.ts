import * as z from 'zod/mini'

/** A day of somebody's calendar, yyyy-MM-dd; one that does not exist, like 2026-02-30, is refused. */
export const Day = z.iso
  .date('A day looks like 2026-01-31')
  // No calendar has a year 0, and Postgres takes none.
  .check(z.refine((day) => day >= '0001-01-01', 'A day looks like 2026-01-31'))
  .brand<'Day'>()
export type Day = z.infer<typeof Day>

export const longestRange = 400

const dayMs = 86_400_000

/** From `startDate` to `endDate`, both included. */
export const DayRange = z.strictObject({ startDate: Day, endDate: Day }).check(
  z.refine(({ startDate, endDate }) => startDate <= endDate, 'The first day comes after the last one'),
  z.refine(
    ({ startDate, endDate }) => (Date.parse(endDate) - Date.parse(startDate)) / dayMs < longestRange,
    `At most ${longestRange} days can be asked for at once`,
  ),
)
export type DayRange = z.infer<typeof DayRange>
