import type { Item, Practice } from '#domain/games/practice.ts'

/** How an item was answered: right at the first try, and without long thought; or not at all. */
export type Answer = { item: Item; isRight: boolean; isQuick: boolean; isSkipped?: true }

/** What every game stands on. */
export type GameProps = {
  /** Where its chance begins: a whole number. */
  seed: number
  /** What the child knows, for a round of today's practice; undefined when the game is played in its own order. */
  practice: Practice | undefined
  /** Keeps how an item was answered; once for each time it was asked. */
  onAnswer: (answer: Answer) => void
  /** A round of today's practice is over; once. */
  onRoundEnd: () => void
  /** Back to the doors of the playground. */
  onExit: () => void
}
