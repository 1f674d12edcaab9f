import { gameIds, type GameId } from '#domain/games/games.ts'

/** The parts of a bubble; the hash of the address picks one. */
export const kidTabs = ['quests', 'rewards', 'gems', 'playground'] as const
export type KidTab = (typeof kidTabs)[number]

export type KidPlace = { tab: KidTab; game: GameId | undefined; isPractice: boolean }

/** `#playground/word-pop` is that game, `#playground/word-pop/practice` its practice of today; what is no part is the quests, what is no game the playground. */
export function placeOf(hash: string): KidPlace {
  const [name, gameName, way] = hash.slice(1).split('/')
  const tab = kidTabs.find((known) => known === name) ?? 'quests'
  const game = tab === 'playground' ? gameIds.find((known) => known === gameName) : undefined
  return { tab, game, isPractice: game !== undefined && way === 'practice' }
}
