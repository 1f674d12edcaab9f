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
