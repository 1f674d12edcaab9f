import type { Chance } from './chance.ts'
import type { Item, Practice, Round } from './practice.ts'

/** The result of an item: whether it was right at the first try, and quick; or skipped. */
export type ItemResult = { item: Item; isRight: boolean; isQuick: boolean; isSkipped?: true }

/** The fields that every game's state has. */
export type GameState = {
  /** The newest result to record, a new object each; undefined when there is none. */
  answered: ItemResult | undefined
  /** The round of practice; undefined in the game's own order. */
  round: Round | undefined
}

/** The move of every game after the time for which a result is shown. */
export type Next = { type: 'next' }

/** A game as pure functions: the same seed, practice and moves always give the same states. */
export type Game<State extends GameState, Move> = {
  /** Returns the first state: of a round of practice, or without one of the game's own order. */
  start: (seed: Chance, practice?: Practice) => State
  /** Returns the state after a move, or the same object when the state does not accept the move. */
  play: (state: State, move: Move) => State
  /** Whether the last question has passed; no move changes such a state. */
  isOver: (state: State) => boolean
}
