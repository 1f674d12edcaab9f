import type { Quest } from '../contract/quests.ts'

/** Returns a text in lower case and without accents. */
export const plainText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

/**
 * Returns the quests whose titles have all typed words, in any case and with any accents, those first in which all of
 * them begin a word. `private.title_patterns` has the same rule.
 */
export function findQuests(quests: readonly Quest[], typed: string): Quest[] {
  const words = plainText(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const isBeginning = ({ title }: Quest) => {
    const parts = plainText(title).split(/[^\p{L}\p{N}]+/u)
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  }
  const found = quests.filter(({ title }) => words.every((word) => plainText(title).includes(word)))
  return [...found.filter(isBeginning), ...found.filter((quest) => !isBeginning(quest))]
}
