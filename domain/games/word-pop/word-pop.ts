import { shuffled, type Chance } from '../chance.ts'
import type { Game, GameState, Next } from '../game.ts'
import { afterAnswer, catalogueOf, roundOf, type KnownItem, type Practice, type Round } from '../practice.ts'
import { poolFor, type Tile } from './letters.ts'
import { skills } from './skills.ts'
import { words } from './words.ts'

/** The levels, easiest first: match the shown word, order its letters, or spell it from its sound and picture. */
export const levels = ['match', 'scramble', 'bee'] as const
type Level = 0 | 1 | 2

export const wordsPerLevel = 6
/** Wrong tries after which the word is shown. */
const missesUntilShown = 2

export type WordPop = GameState & {
  chance: Chance
  /** Index of the level. */
  level: Level
  /** The words of this level, and the index of the current one; in practice the round has them. */
  words: readonly string[]
  index: number
  word: string
  pool: readonly Tile[]
  /** The id of the tile in each slot, if any. */
  slots: readonly (number | undefined)[]
  /** The slots of the last wrong try, which is marked letter by letter where it still lies. */
  judged: readonly (number | undefined)[]
  /** How often this word was missed. */
  misses: number
  /** `wrong` lasts until letters may be tapped back, `right` until the next word begins. */
  phase: 'spelling' | 'wrong' | 'right' | 'over'
  /** The items that the child knew before the round. */
  known: readonly KnownItem[]
}

export type WordPopMove =
  /** Fills `slot`, else the first empty one. `isQuick`: the child did not think long about this word. */
  | { type: 'place'; tile: number; slot?: number | undefined; isQuick: boolean }
  /** A tap on a filled slot returns its letter. */
  | { type: 'giveBack'; slot: number }
  | Next

function start(seed: Chance, practice?: Practice): WordPop {
  const empty: WordPop = {
    chance: seed,
    level: 0,
    words: [],
    index: 0,
    word: '',
    pool: [],
    slots: [],
    judged: [],
    misses: 0,
    phase: 'over',
    answered: undefined,
    round: undefined,
    known: [],
  }
  if (practice === undefined) return startLevel(empty, 0)
  return nextOfRound({ ...empty, known: practice.known }, roundOf(catalogueOf(skills), practice, seed))
}

function play(state: WordPop, move: WordPopMove): WordPop {
  if (move.type === 'next') return next(state)
  if (state.phase !== 'spelling') return state
  return move.type === 'place' ? place(state, move) : giveBack(state, move.slot)
}

/** Whether the slots show which letters belong into them. */
export const isWordShown = (state: WordPop): boolean => state.level === 0 || state.misses >= missesUntilShown

export const tileIn = (state: WordPop, slot: number): Tile | undefined =>
  state.pool.find(({ id }) => id === state.slots[slot])

/** Whether a letter of a wrong try is right where it lies; undefined once it was taken back. */
export function judgementOf(state: WordPop, slot: number): 'right' | 'wrong' | undefined {
  const tile = tileIn(state, slot)
  if (tile === undefined || tile.id !== state.judged[slot]) return undefined
  return tile.letter === state.word[slot] ? 'right' : 'wrong'
}

export const isPlaced = (state: WordPop, tile: Tile): boolean => state.slots.includes(tile.id)

function place(
  state: WordPop,
  { tile, slot = state.slots.indexOf(undefined), isQuick }: WordPopMove & { type: 'place' },
): WordPop {
  const isFree = slot >= 0 && slot < state.slots.length && state.slots[slot] === undefined
  if (!isFree || state.slots.includes(tile) || state.pool.every(({ id }) => id !== tile)) return state
  const filled = { ...state, slots: state.slots.with(slot, tile), answered: undefined }
  if (filled.slots.includes(undefined)) return filled
  if (!isSpelled(filled)) return { ...filled, phase: 'wrong', judged: filled.slots, misses: state.misses + 1 }
  const isRight = state.misses === 0
  return { ...filled, phase: 'right', answered: { item: state.word, isRight, isQuick: isRight && isQuick } }
}

const isSpelled = (state: WordPop) =>
  state.word.split('').every((letter, slot) => tileIn(state, slot)?.letter === letter)

function giveBack(state: WordPop, slot: number): WordPop {
  if (state.slots[slot] === undefined) return state
  return { ...state, slots: state.slots.with(slot, undefined) }
}

function next(state: WordPop): WordPop {
  if (state.phase === 'wrong') return { ...state, phase: 'spelling' }
  if (state.phase !== 'right') return state
  if (state.round !== undefined) return nextOfRound(state, afterAnswer(state.round, state.misses === 0))
  if (state.index + 1 < state.words.length)
    return startWord({ ...state, index: state.index + 1 }, state.words[state.index + 1])
  if (state.level === 2) return { ...state, phase: 'over', answered: undefined }
  return startLevel(state, state.level === 0 ? 1 : 2)
}

function startLevel(state: WordPop, level: Level): WordPop {
  const [mixed, chance] = shuffled(
    state.chance,
    words.filter((each) => each.level === level + 1),
  )
  const six = mixed.slice(0, wordsPerLevel).map(({ word }) => word)
  return startWord({ ...state, chance, level, words: six, index: 0 }, six[0])
}

/** Starts the round's next word: the higher its box, the less of it is shown. */
function nextOfRound(state: WordPop, round: Round): WordPop {
  const word = round.queue[0]
  const box = state.known.find(({ item }) => item === word)?.box ?? 0
  const wasMissed = word !== undefined && round.missed[word] !== undefined
  return startWord({ ...state, round, level: wasMissed || box <= 1 ? 0 : box <= 3 ? 1 : 2 }, word)
}

function startWord(state: WordPop, word: string | undefined): WordPop {
  if (word === undefined) return { ...state, phase: 'over', answered: undefined }
  const [pool, chance] = poolFor(word, state.level === 2, state.chance)
  return {
    ...state,
    chance,
    word,
    pool,
    slots: word.split('').map(() => undefined),
    judged: [],
    misses: 0,
    phase: 'spelling',
    answered: undefined,
  }
}

export const wordPop: Game<WordPop, WordPopMove> = { start, play, isOver: ({ phase }) => phase === 'over' }
