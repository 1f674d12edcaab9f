import type { AnimationSequence } from 'framer-motion'
import { animateSequence } from 'framer-motion/dom/mini'
import { useEffect, useRef, useState } from 'react'
import { lengthOf, pathOf, type Point } from '#domain/games/alphabet-bubbls/pen.ts'
import type { Stroke } from '#domain/games/alphabet-bubbls/letters.ts'
import { inkWidth } from './ink.ts'

/** Units of the paper a second: slow enough to follow. */
const speed = 260
const leastSeconds = 0.4
const beforeSeconds = 0.3
const betweenSeconds = 0.35
const fadeSeconds = 0.35

export type DemonstrationProps = {
  strokes: readonly Stroke[]
  /** The range of shown strokes, without `last`. */
  first: number
  last: number
  /** The SVG paint of the ink. */
  ink: string
  onEnd: () => void
}

/** Shows a numbered pen that draws strokes one after the other. */
export function Demonstration({ strokes, first, last, ink, onEnd }: DemonstrationProps) {
  const stage = useRef<SVGGElement>(null)
  // Keeps the first strokes, so that a change of props does not interrupt the demonstration.
  const [shown] = useState(() => strokes.slice(first, last))
  const latest = useRef(onEnd)
  useEffect(() => {
    latest.current = onEnd
  })
  useEffect(() => {
    if (stage.current === null) return undefined
    const demonstration = animateStrokes(stage.current, shown)
    const onTurn = () => (document.hidden ? demonstration.pause() : demonstration.play())
    document.addEventListener('visibilitychange', onTurn)
    void demonstration.then(() => latest.current())
    return () => {
      document.removeEventListener('visibilitychange', onTurn)
      demonstration.cancel()
    }
    // Runs once, for the first strokes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <g ref={stage} data-demonstration>
      {shown.map(({ points }, index) => (
        <path
          key={index}
          data-ink
          d={pathOf(points)}
          pathLength={points.length === 1 ? undefined : 1}
          strokeDasharray={points.length === 1 ? undefined : '1 2'}
          stroke={ink}
          strokeWidth={inkWidth}
          opacity={0}
        />
      ))}
      {shown.map((_, index) => (
        <g key={index} data-pen opacity={0}>
          <circle r="25" fill="#fff" />
          <circle r="21" fill="#247a35" />
          <text y="9" textAnchor="middle" fontSize="27" fontWeight="700" fill="#fff" className="font-display">
            {first + index + 1}
          </text>
        </g>
      ))}
    </g>
  )
}

/** Moves the pens along the strokes in order, with the ink behind them; then fades all of it. */
function animateStrokes(stage: SVGGElement, strokes: readonly Stroke[]) {
  const [inks, pens] = ['[data-ink]', '[data-pen]'].map((name) => [...stage.querySelectorAll(name)]) as [
    Element[],
    Element[],
  ]
  const sequence: AnimationSequence = []
  let at = beforeSeconds
  for (const [index, { points }] of strokes.entries()) {
    const [ink, pen] = [inks[index], pens[index]]
    if (ink === undefined || pen === undefined) continue
    const isDot = points.length === 1
    const timing = { at, duration: Math.max(leastSeconds, lengthOf(points) / speed), ease: 'linear' as const }
    sequence.push(
      [
        ink,
        isDot ? { opacity: [0, 1] } : { opacity: [0, 1, 1], strokeDashoffset: [1, 0] },
        { ...timing, opacity: { ...timing, times: isDot ? [0, 1] : [0, 0.01, 1] } },
      ],
      [
        pen,
        { transform: points.concat(isDot ? points : []).map(placeOf), opacity: [0, 1, 1, 0] },
        { ...timing, opacity: { ...timing, times: [0, 0.01, 0.99, 1] } },
      ],
    )
    at += timing.duration + betweenSeconds
  }
  return animateSequence([...sequence, [stage, { opacity: [1, 0] }, { at: at + fadeSeconds, duration: fadeSeconds }]])
}

const placeOf = ([x, y]: Point) => `translate(${x}px, ${y}px)`
