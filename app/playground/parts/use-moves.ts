import { useRef, useState } from 'react'
import type { ItemResult } from './game.ts'

/**
 * The state of a game, and a function that makes a move and returns the next state. `answered` is the first answer to the
 * current question; each is passed to `onAnswer` once.
 */
export function useMoves<State extends { answered: ItemResult | undefined }, Move>(
  begin: () => State,
  play: (state: State, move: Move) => State,
  onAnswer: (answer: ItemResult) => void,
): [State, (move: Move) => State] {
  const [state, setState] = useState(begin)
  // A ref, because two moves may come before one render.
  const latest = useRef(state)
  const move = (next: Move) => {
    const { answered } = latest.current
    latest.current = play(latest.current, next)
    setState(latest.current)
    if (latest.current.answered !== undefined && latest.current.answered !== answered) onAnswer(latest.current.answered)
    return latest.current
  }
  return [state, move]
}
