import { gameIds, type GameId } from '#domain/games/games.ts'

/** The tabs of a bubble; the hash of the address selects one. */
export const kidTabs = ['quests', 'rewards', 'gems', 'playground'] as const
export type KidTab = (typeof kidTabs)[number]

export type KidPlace = { tab: KidTab; game: GameId | undefined; isPractice: boolean }

/**
 * Parses `#playground/word-pop` as a game, and `…/practice` as today's practice of it. An unknown tab is the quests, an
 * unknown game the playground.
 */
export function placeOf(hash: string): KidPlace {
  const [name, gameName, way] = hash.slice(1).split('/')
  const tab = kidTabs.find((known) => known === name) ?? 'quests'
  const game = tab === 'playground' ? gameIds.find((known) => known === gameName) : undefined
  return { tab, game, isPractice: game !== undefined && way === 'practice' }
}
