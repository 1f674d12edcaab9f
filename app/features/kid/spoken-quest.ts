import type { Quest } from '#domain/contract/quests.ts'
import { sentences } from '#app/state/sentences.ts'
import { timeOfDay } from '#app/texts/time-of-day.ts'
import { kid } from '#texts/kid'

/** The spoken form of a quest: 'Dishes. Two plates and the pans. At 17:30. 30 gems.' */
export function spokenQuest({
  title,
  description,
  gemValue,
  targetTime,
}: Pick<Quest, 'title' | 'description' | 'gemValue' | 'targetTime'>): string {
  return sentences([
    title,
    description,
    targetTime === null ? '' : kid.readTime(timeOfDay(targetTime)),
    gemValue === 0 ? '' : kid.readGems(gemValue),
  ])
}
