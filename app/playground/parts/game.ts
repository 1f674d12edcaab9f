import type { Item, Practice } from '#domain/games/practice.ts'

/** The result of an item: whether it was right at the first try, and quick; or skipped. */
export type ItemResult = { item: Item; isRight: boolean; isQuick: boolean; isSkipped?: true }

/** The props of each game. */
export type GameProps = {
  /** The seed of the game's random numbers: an integer. */
  seed: number
  /** The child's known items, for a round of today's practice; undefined when the game is played in its own order. */
  practice: Practice | undefined
  /** Records the result of an item; once for each time it was asked. */
  onAnswer: (answer: ItemResult) => void
  /** Called once at the end of a round of today's practice. */
  onRoundEnd: () => void
  /** Goes back to the list of games. */
  onExit: () => void
}
