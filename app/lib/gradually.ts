import { useEffect, useState } from 'react'
import { whenIdle } from './idle.ts'

const waiting = new Set<() => void>()
let isAsked = false
let lastWorked = 0
// Milliseconds. More idle time than a frame can leave: then nothing moves, and nobody sees a frame come late.
const atRest = 20
const patience = 500

/** One after the other, each when the page is idle again. */
function inTurn(work: () => void): () => void {
  waiting.add(work)
  ask()
  return () => void waiting.delete(work)
}

function ask(): void {
  if (isAsked || waiting.size === 0) return
  isAsked = true
  whenIdle((milliseconds) => {
    isAsked = false
    const [next] = waiting
    if (next === undefined) return
    // While something moves, as a card in a hand, it waits; but not for ever, as for what never rests.
    if (milliseconds > atRest || performance.now() - lastWorked > patience) {
      lastWorked = performance.now()
      waiting.delete(next)
      next()
    }
    ask()
  })
}

/**
 * How many items of a long list to draw by now: what is in sight at first, then more whenever the page
 * is idle, soon all of them, and from then on whatever comes. So no list holds up the hand. What comes before
 * that stands where somebody looks for it, as a card that was put there: all are drawn then.
 */
export function useGradually(count: number, first = 6, step = 6): number {
  const [drawn, setDrawn] = useState(count > first ? first : Infinity)
  const [atFirst] = useState(count)
  const next = drawn + step < count ? drawn + step : Infinity
  useEffect(() => (drawn === Infinity ? undefined : inTurn(() => setDrawn(next))), [drawn, next])
  return count > atFirst ? Infinity : drawn
}
