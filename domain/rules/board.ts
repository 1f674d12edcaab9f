import type { Quest } from '../contract/quests.ts'

/**
 * The quests as they will be if the server agrees: shown at once, under the version that is known, so
 * that the answer and any other news win over it, also news that came before the guess was shown.
 */
export function guess(quests: readonly Quest[], before: Quest, patch: Partial<Quest>): readonly Quest[] {
  return quests.map((quest) => (isSameVersion(quest, before) ? { ...quest, ...defined(patch) } : quest))
}

/** Takes a guess back that the server refused; news that came in the meantime stays. */
export function takeBack(quests: readonly Quest[], before: Quest): readonly Quest[] {
  return quests.map((quest) => (isSameVersion(quest, before) ? before : quest))
}

const isSameVersion = (quest: Quest, before: Quest) => quest.id === before.id && quest.version === before.version

function defined(patch: Partial<Quest>): Partial<Quest> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
