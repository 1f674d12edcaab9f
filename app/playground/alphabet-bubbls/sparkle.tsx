import { useReducedMotionConfig } from 'framer-motion'
import * as m from 'framer-motion/m'
import type { Point } from '#domain/games/alphabet-bubbls/pen.ts'
import { inkColours } from './ink.ts'

const drops = 9

/** Small bubbles that burst from the end of a stroke. */
export function Sparkle({ at: [x, y] }: { at: Point }) {
  const isReduced = useReducedMotionConfig() === true
  return (
    <g transform={`translate(${x} ${y})`}>
      {!isReduced &&
        Array.from({ length: drops }, (_, drop) => {
          const angle = ((drop + (drop % 2) * 0.4) / drops) * 2 * Math.PI
          const reaches = [12, 62 - (drop % 3) * 12, 70 - (drop % 3) * 12]
          return (
            <m.circle
              key={drop}
              r={5 + (drop % 3) * 2}
              fill={inkColours[drop % inkColours.length]}
              initial={{ opacity: 0 }}
              animate={{
                x: reaches.map((reach) => Math.cos(angle) * reach),
                y: reaches.map((reach) => Math.sin(angle) * reach),
                scale: [0.4, 1, 1.3],
                opacity: [1, 0.9, 0],
              }}
              transition={{ duration: 0.52 + (drop % 3) * 0.09, times: [0, 0.6, 1], ease: [0.1, 0.7, 0.3, 1] }}
            />
          )
        })}
    </g>
  )
}
