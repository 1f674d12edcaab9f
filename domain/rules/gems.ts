import type { Day } from '../contract/days.ts'
import type { GemEntry, GemReason } from '../contract/gems.ts'
import { plusDays } from './days.ts'
import { groupBy } from './group-by.ts'

/** The gems of a period: the balance changed by `earned - spent`. */
export type GemSum = { earned: number; spent: number }

/** The day of a moment (ISO 8601) on the family's calendar. */
type DayOf = (moment: string) => Day

/** Groups entries by their day, in the given order; days without entries are left out. */
export function entriesByDay(entries: readonly GemEntry[], dayOf: DayOf): { day: Day; entries: readonly GemEntry[] }[] {
  return [...groupBy(entries, ({ createdAt }) => dayOf(createdAt))].map(([day, ofDay]) => ({ day, entries: ofDay }))
}

const sourceOf = {
  completion: 'deeds',
  undo: 'deeds',
  practice: 'deeds',
  redemption: 'rewards',
  refund: 'rewards',
  given: 'parents',
  taken: 'parents',
} as const satisfies Record<GemReason, string>

/**
 * Sums entries. Undone completions reduce earned gems, refunds reduce spent gems, gems that parents took reduce those
 * they gave; a negative rest counts on the other side.
 */
export function sumEntries(entries: readonly GemEntry[]): GemSum {
  const net = { deeds: 0, rewards: 0, parents: 0 }
  for (const { amount, reason } of entries) net[sourceOf[reason]] += amount
  const sums = Object.values(net)
  const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.max(amount, 0), 0)
  return { earned: total(sums), spent: total(sums.map((sum) => -sum)) }
}

/** Returns one sum for each of the last `count` days, today's last. */
export function sumByDay(
  entries: readonly GemEntry[],
  today: Day,
  count: number,
  dayOf: DayOf,
): (GemSum & { day: Day })[] {
  const byDay = new Map(entriesByDay(entries, dayOf).map((of) => [of.day, of.entries]))
  return Array.from({ length: count }, (_, index) => {
    const day = plusDays(today, index + 1 - count)
    return { day, ...sumEntries(byDay.get(day) ?? []) }
  })
}

/** Returns one sum for each of the last `count` periods of seven days, the one that ends today last. */
export function sumByWeek(
  entries: readonly GemEntry[],
  today: Day,
  count: number,
  dayOf: DayOf,
): (GemSum & { from: Day; to: Day })[] {
  const byDay = entriesByDay(entries, dayOf)
  return Array.from({ length: count }, (_, index) => {
    const to = plusDays(today, 7 * (index + 1 - count))
    const from = plusDays(to, -6)
    return { from, to, ...sumEntries(byDay.filter(({ day }) => day >= from && day <= to).flatMap((of) => of.entries)) }
  })
}

/** Gems a child's jar holds when it is full. */
export const jarMaximum = 500

const gemsPerIcon = 10
const mostIcons = 10

/** Returns how many gems a balance lacks to a full jar, at least 0. */
export function gemsToGoal(balance: number): number {
  return Math.max(0, jarMaximum - balance)
}

/** Returns how full the jar is, 0 to 1, and how many gem icons it shows: one per ten gems, ten at most. */
export function jarOf(balance: number): { fill: number; icons: number } {
  return { fill: Math.min(1, balance / jarMaximum), icons: Math.min(mostIcons, Math.floor(balance / gemsPerIcon)) }
}
