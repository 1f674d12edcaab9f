import type { Quest } from '#domain/contract/quests.ts'
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

/** Joins parts as sentences, because a voice pauses only at the end of a sentence. */
export const sentences = (parts: readonly string[]): string => parts.filter(Boolean).map(asSentence).join(' ')

const asSentence = (text: string) => (/[.!?…]$/u.test(text) ? text : `${text}.`)
