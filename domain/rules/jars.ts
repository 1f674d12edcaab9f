import type { Day } from '../contract/days.ts'
import type { GemMonth } from '../contract/gems.ts'
import { jarMaximum } from './gems.ts'
import { groupBy } from './group-by.ts'

/**
 * Returns how many jars of all gems ever earned were filled in each month, the oldest first; months without are left
 * out. Undone gems empty the jar that was filled last.
 */
export function jarsByMonth(months: readonly GemMonth[]): { month: Day; jars: number }[] {
  let earned = 0
  const filledIn: Day[] = []
  for (const { month, gems } of months) {
    earned += gems
    const count = Math.max(0, Math.floor(earned / jarMaximum))
    while (filledIn.length < count) filledIn.push(month)
    filledIn.length = count
  }
  return [...groupBy(filledIn, (month) => month)].map(([month, { length }]) => ({ month, jars: length }))
}
