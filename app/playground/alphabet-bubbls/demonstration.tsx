import { useEffect, useRef, useState } from 'react'
import { lengthOf, pathOf, type Point } from '#domain/games/alphabet-bubbls/pen.ts'
import type { Stroke } from '#domain/games/alphabet-bubbls/letters.ts'
import { inkWidth } from './ink.ts'

/** Units of the paper a second: slow enough to follow with the eyes. */
const speed = 260
const leastSeconds = 0.4
const betweenSeconds = 0.35

export type DemonstrationProps = {
  strokes: readonly Stroke[]
  /** The strokes shown: from the first to before the last. */
  first: number
  last: number
  /** What the ink is made of. */
  ink: string
  onEnd: () => void
}

/** A pen that draws strokes one after the other, its number in it. */
export function Demonstration({ strokes, first, last, ink, onEnd }: DemonstrationProps) {
  const stage = useRef<SVGGElement>(null)
  // What is shown is shown to its end, whatever happens meanwhile.
  const [shown] = useState(() => strokes.slice(first, last))
  const latest = useRef(onEnd)
  useEffect(() => {
    latest.current = onEnd
  })
  useEffect(() => {
    if (stage.current === null) return undefined
    const { animations, end } = animate(stage.current, shown)
    const onTurn = () => {
      for (const animation of animations) {
        if (document.hidden) animation.pause()
        else if (animation.playState === 'paused') animation.play()
      }
    }
    document.addEventListener('visibilitychange', onTurn)
    void end.then(
      () => latest.current(),
      () => {},
    )
    return () => {
      document.removeEventListener('visibilitychange', onTurn)
      for (const animation of animations) animation.cancel()
    }
    // Once, for the strokes it was made for.
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

function animate(stage: SVGGElement, strokes: readonly Stroke[]): { animations: Animation[]; end: Promise<unknown> } {
  const [inks, pens] = ['[data-ink]', '[data-pen]'].map((name) => [...stage.querySelectorAll(name)]) as [Element[], Element[]]
  const animations: Animation[] = []
  let delay = 300
  for (const [index, { points }] of strokes.entries()) {
    const duration = Math.max(leastSeconds, lengthOf(points) / speed) * 1000
    const isDot = points.length === 1
    const written = inks[index]?.animate(
      isDot
        ? [{ opacity: 0 }, { opacity: 1 }]
        : [
            { opacity: 1, strokeDashoffset: 1 },
            { opacity: 1, strokeDashoffset: 0 },
          ],
      {
        duration,
        delay,
        fill: 'forwards',
      },
    )
    const pen = pens[index]?.animate(
      points.concat(isDot ? points : []).map((point) => ({ opacity: 1, transform: placeOf(point) })),
      { duration, delay },
    )
    animations.push(...[written, pen].filter((animation) => animation !== undefined))
    delay += duration + betweenSeconds * 1000
  }
  const fade = stage.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 350, delay: delay + 350, fill: 'forwards' })
  return { animations: [...animations, fade], end: fade.finished }
}

const placeOf = ([x, y]: Point) => `translate(${x}px, ${y}px)`
