import { shuffled, type Chance } from '../chance.ts'
import { afterAnswer, catalogueOf, roundOf, type Item, type KnownItem, type Practice, type Round } from '../practice.ts'
import { poolFor, type Tile } from './letters.ts'
import { skills } from './skills.ts'
import { words } from './words.ts'

/** The levels, easiest first: match the shown word, order its letters, or spell it from its sound and picture. */
export const levels = ['match', 'scramble', 'bee'] as const
export type Level = 0 | 1 | 2

export const wordsPerLevel = 6
/** Wrong tries after which the word is shown. */
const missesUntilShown = 2

export type WordPop = {
  chance: Chance
  level: Level
  /** The words of this level, and the index of the current one; in practice the round has them. */
  words: readonly string[]
  index: number
  word: string
  pool: readonly Tile[]
  /** The id of the tile in each slot, if any. */
  slots: readonly (number | undefined)[]
  misses: number
  /** `wrong` lasts until the letters go back, `right` until the next word begins. */
  phase: 'spelling' | 'wrong' | 'right' | 'over'
  /** The result of the word just finished. */
  answer: { item: Item; isRight: boolean; isQuick: boolean } | undefined
  practice: { round: Round; known: readonly KnownItem[] } | undefined
}

export type Move =
  /** Fills `slot`, else the first empty one. `isQuick`: the child did not think long about this word. */
  | { type: 'place'; tile: number; slot?: number | undefined; isQuick: boolean }
  /** A tap on a filled slot returns its letter. */
  | { type: 'giveBack'; slot: number }
  /** The time a finished word is shown has passed. */
  | { type: 'next' }

export function begin(seed: Chance, practice?: Practice): WordPop {
  const empty: WordPop = {
    chance: seed,
    level: 0,
    words: [],
    index: 0,
    word: '',
    pool: [],
    slots: [],
    misses: 0,
    phase: 'over',
    answer: undefined,
    practice: undefined,
  }
  if (practice === undefined) return startLevel(empty, 0)
  const round = roundOf(catalogueOf(skills), practice, seed)
  return nextOfRound({ ...empty, practice: { round, known: practice.known } })
}

export function play(game: WordPop, move: Move): WordPop {
  if (move.type === 'next') return next(game)
  if (game.phase !== 'spelling') return game
  return move.type === 'place' ? place(game, move) : giveBack(game, move.slot)
}

/** Whether the slots show which letters belong into them. */
export const isShown = (game: WordPop): boolean => game.level === 0 || game.misses >= missesUntilShown

export const tileIn = (game: WordPop, slot: number): Tile | undefined => game.pool.find(({ id }) => id === game.slots[slot])

export const isPlaced = (game: WordPop, tile: Tile): boolean => game.slots.includes(tile.id)

function place(game: WordPop, { tile, slot = game.slots.indexOf(undefined), isQuick }: Move & { type: 'place' }): WordPop {
  const isFree = slot >= 0 && slot < game.slots.length && game.slots[slot] === undefined
  if (!isFree || game.slots.includes(tile) || game.pool.every(({ id }) => id !== tile)) return game
  const filled = { ...game, slots: game.slots.with(slot, tile), answer: undefined }
  if (filled.slots.includes(undefined)) return filled
  if (!isSpelled(filled)) return { ...filled, phase: 'wrong', misses: game.misses + 1 }
  const isRight = game.misses === 0
  return { ...filled, phase: 'right', answer: { item: game.word, isRight, isQuick: isRight && isQuick } }
}

const isSpelled = (game: WordPop) => game.word.split('').every((letter, slot) => tileIn(game, slot)?.letter === letter)

function giveBack(game: WordPop, slot: number): WordPop {
  if (game.slots[slot] === undefined) return game
  return { ...game, slots: game.slots.with(slot, undefined) }
}

function next(game: WordPop): WordPop {
  if (game.phase === 'wrong') return { ...game, phase: 'spelling', slots: game.slots.map(() => undefined) }
  if (game.phase !== 'right') return game
  if (game.practice !== undefined) {
    const { round, known } = game.practice
    return nextOfRound({ ...game, practice: { known, round: afterAnswer(round, game.misses === 0) } })
  }
  if (game.index + 1 < game.words.length) return startWord({ ...game, index: game.index + 1 }, game.words[game.index + 1])
  if (game.level === 2) return { ...game, phase: 'over', answer: undefined }
  return startLevel(game, game.level === 0 ? 1 : 2)
}

function startLevel(game: WordPop, level: Level): WordPop {
  const [mixed, chance] = shuffled(
    game.chance,
    words.filter((each) => each.level === level + 1),
  )
  const six = mixed.slice(0, wordsPerLevel).map(({ word }) => word)
  return startWord({ ...game, chance, level, words: six, index: 0 }, six[0])
}

/** Starts the round's next word: the higher its box, the less of it is shown. */
function nextOfRound(game: WordPop): WordPop {
  const word = game.practice?.round.queue[0]
  const box = game.practice?.known.find(({ item }) => item === word)?.box ?? 0
  const wasMissed = word !== undefined && game.practice?.round.missed[word] !== undefined
  return startWord({ ...game, level: wasMissed || box <= 1 ? 0 : box <= 3 ? 1 : 2 }, word)
}

function startWord(game: WordPop, word: string | undefined): WordPop {
  if (word === undefined) return { ...game, phase: 'over', answer: undefined }
  const [pool, chance] = poolFor(word, game.level === 2, game.chance)
  return { ...game, chance, word, pool, slots: word.split('').map(() => undefined), misses: 0, phase: 'spelling', answer: undefined }
}
