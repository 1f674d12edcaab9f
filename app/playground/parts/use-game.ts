import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PracticeGems } from '#domain/contract/practice.ts'
import type { Game, GameState, ItemResult, Next } from '#domain/games/game.ts'
import type { Practice } from '#domain/games/practice.ts'
import { playSound } from '#app/lib/device/sound.ts'
import { useVisibleTimeout } from './use-visible-timeout.ts'

/** The props of each game. */
export type GameProps = {
  /** The seed of the game's random numbers: an integer. */
  seed: number
  /** The child's known items, for a round of today's practice; undefined when the game is played in its own order. */
  practice: Practice | undefined
  /** Records the result of an item; once for each time it was asked, with the milliseconds since then. */
  onAnswer: (answer: ItemResult, tookMs: number) => void
  /** Called once at the end of a round of today's practice. */
  onRoundEnd: () => void
  /** The server's reply to the end of the round: what it earned. */
  earned: PracticeGems | undefined
  /** Goes back to the list of games. */
  onExit: () => void
}

export type GameOptions<State> = {
  /** The sound of a move that changed the state. */
  soundOf: (after: State, before: State) => Parameters<typeof playSound>[0] | undefined
  /**
   * The milliseconds for which a result is shown before the move `next`; undefined in a state that waits for the child.
   */
  shownMs: (state: State) => number | undefined
  /** Whether a change is rendered; by default each is. */
  isRendered?: (after: State, before: State) => boolean
  /** Whether the game shows the end of its own order; by default it exits there. */
  isEndShown?: boolean
}

/**
 * Returns the state of a game, and a function that plays a move and returns the next state. A move plays its sound,
 * records its result, and at the end of the game ends the round of practice or exits.
 */
export function useGame<State extends GameState, Move extends { type: string }>(
  game: Game<State, Move | Next>,
  { soundOf, shownMs, isRendered = () => true, isEndShown = false }: GameOptions<State>,
  { seed, practice, onAnswer, onRoundEnd, onExit }: GameProps,
): [State, (move: Move | Next) => State] {
  const [state, setState] = useState(() => game.start(seed, practice))
  // A ref, because two moves may come before one render.
  const latest = useRef(state)
  const askedAt = useRef(0)
  useEffect(() => {
    askedAt.current = performance.now()
  }, [])
  const play = (move: Move | Next): State => {
    const before = latest.current
    const after = game.play(before, move)
    if (after === before) return after
    latest.current = after
    const sound = soundOf(after, before)
    if (sound !== undefined) playSound(sound)
    const now = performance.now()
    const answered = after.answered === before.answered ? undefined : after.answered
    if (answered !== undefined) onAnswer(answered, Math.round(now - askedAt.current))
    // A skip asks the next question at once, an answer after its result was shown.
    if (answered !== undefined || move.type === 'next') askedAt.current = now
    const isOver = game.isOver(after)
    if (isOver && practice === undefined && !isEndShown) onExit()
    else if (isRendered(after, before)) setState(after)
    if (isOver && practice !== undefined) onRoundEnd()
    return after
  }
  // Renders at once, so that a key pressed right after the timer is not lost.
  useVisibleTimeout(game.isOver(state) ? undefined : shownMs(state), state, () =>
    flushSync(() => play({ type: 'next' })),
  )
  return [state, play]
}
