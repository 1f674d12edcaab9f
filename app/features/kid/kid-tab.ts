/** The parts of a bubble; the hash of the address picks one. */
export const kidTabs = ['quests', 'rewards', 'gems', 'playground'] as const
export type KidTab = (typeof kidTabs)[number]

/** `#playground/word-pop` is the playground with that game; what is no part is the quests. */
export function tabOf(hash: string): { tab: KidTab; game: string | undefined } {
  const [name, game] = hash.slice(1).split('/')
  const tab = kidTabs.find((known) => known === name) ?? 'quests'
  return { tab, game: tab === 'playground' ? game : undefined }
}
