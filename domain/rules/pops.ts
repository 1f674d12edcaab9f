import type { Day } from '../contract/days.ts'
import type { QuestId } from '../contract/ids.ts'

/** How many ways a bubble pops. */
export const popCount = 8

/** Chooses the way in which a quest's bubble pops on a day: the next day another one, and on every device the same. */
export function popOf(questId: QuestId, day: Day): number {
  let sum = 0
  for (const character of questId) sum += character.charCodeAt(0)
  return (sum + Math.floor(Date.parse(day) / 86_400_000)) % popCount
}
