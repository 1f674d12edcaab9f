import { useRef, useState } from 'react'
import type { Answer } from './game.ts'

/**
 * A game as its renderer plays it: how it stands, and a way to make a move, which answers how it stands then. `answered` is
 * the first answer to the question asked; each is handed on once.
 */
export function useMoves<State extends { answered: Answer | undefined }, Move>(
  begin: () => State,
  play: (state: State, move: Move) => State,
  onAnswer: (answer: Answer) => void,
): [State, (move: Move) => State] {
  const [state, setState] = useState(begin)
  // Two moves may come before the first of them is drawn.
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
