import { useReducedMotionConfig } from 'framer-motion'
import * as m from 'framer-motion/m'
import { numbersOf } from '#domain/games/alphabet-bubbls/guide.ts'
import { canvasSize, letterOf, type Letter } from '#domain/games/alphabet-bubbls/letters.ts'
import type { Glyph } from '#domain/games/alphabet-bubbls/glyphs.ts'
import { pathOf, type Point } from '#domain/games/alphabet-bubbls/pen.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { edgeWidth, inkWidth } from './ink.ts'

/** The writing lines of a letter, and the edge of its path. */
export function Lines({ letter: { lines, strokes } }: { letter: Letter }) {
  return (
    <>
      <g className="stroke-sky" strokeWidth="2">
        {Object.entries(lines).map(
          ([name, y]) =>
            y > 0 &&
            y < canvasSize && (
              <path
                key={name}
                d={`M14 ${y}H386`}
                strokeDasharray={name === 'middle' ? '7 9' : undefined}
                opacity={name === 'base' ? 1 : 0.6}
              />
            ),
        )}
      </g>
      <path
        className="stroke-edge"
        strokeWidth={edgeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        d={strokes.map(({ points }) => pathOf(points)).join('')}
      />
    </>
  )
}

/** The numbers at the starts of later strokes. */
export function Numbers({ letter, after }: { letter: Letter; after: number }) {
  return numbersOf(letter.strokes).map(
    ([x, y], index) =>
      index > after && (
        <g key={index} className="fill-muted">
          <text x={x} y={y + 8} textAnchor="middle" fontSize="24" fontWeight="700" className="font-display">
            {index + 1}
          </text>
        </g>
      ),
  )
}

export type StartProps = {
  at: Point
  number: number
  /** The next point of the stroke, for a hint. */
  towards: Point | undefined
  /** Attracts more attention than usual. */
  isHinted: boolean
}

/** The start of a stroke: green, with the stroke's number. */
export function Start({ at: [x, y], number, towards, isHinted }: StartProps) {
  const isReduced = useReducedMotionConfig() === true
  const angle = towards === undefined ? 0 : (Math.atan2(towards[1] - y, towards[0] - x) * 180) / Math.PI
  return (
    <g
      data-start
      transform={`translate(${x} ${y})`}
      className="transition-opacity duration-150 group-data-drawing/board:opacity-0"
    >
      <circle r={isReduced ? 27 : 20} stroke="#247a35" strokeWidth="5" />
      {!isReduced && (
        <m.circle
          r="20"
          stroke="#247a35"
          strokeWidth="5"
          initial={{ scale: 1, opacity: 0.9 }}
          animate={{ scale: 2.1, opacity: 0 }}
          transition={{ duration: 0.9, repeat: 2, ease: 'easeOut' }}
        />
      )}
      {isHinted && (
        <>
          <circle data-hint r="32" stroke="#b93d08" strokeWidth="6" strokeDasharray="12 9" />
          {towards !== undefined && (
            <g transform={`rotate(${angle})`} stroke="#fff" strokeWidth="14">
              <path d="M42 0h26M56-13l14 13l-14 13" />
              <path d="M42 0h26M56-13l14 13l-14 13" stroke="#b93d08" strokeWidth="8" />
            </g>
          )}
        </>
      )}
      <circle r="20" fill="#fff" />
      <circle r="17" fill="#247a35" />
      <text y="8" textAnchor="middle" fontSize="23" fontWeight="700" fill="#fff" className="font-display">
        {number}
      </text>
    </g>
  )
}

/**
 * Shows how a letter is drawn, with one picture for each stroke: the strokes so far, the newest with its number and
 * start.
 */
export function Frames({ glyph, current }: { glyph: Glyph; current: number }) {
  const { strokes } = letterOf(glyph)
  return (
    <ol translate="no" className="flex gap-2" aria-hidden>
      {strokes.map(({ points }, frame) => (
        <li
          key={frame}
          className={cn('border-line bg-panel size-16 rounded-control border-2', frame === current && 'border-grape')}
        >
          <svg
            viewBox={`0 0 ${canvasSize} ${canvasSize}`}
            fill="none"
            strokeLinecap="round"
            strokeLinejoin="round"
            strokeWidth={inkWidth}
          >
            {strokes.map((stroke, index) => (
              <path
                key={index}
                d={pathOf(stroke.points)}
                className={index > frame ? 'stroke-line' : index === frame ? 'stroke-grape' : 'stroke-edge'}
              />
            ))}
            <circle cx={points[0]?.[0]} cy={points[0]?.[1]} r="26" fill="#247a35" stroke="#fff" strokeWidth="10" />
            <text x="22" y="96" fontSize="104" fontWeight="700" className="font-display fill-ink">
              {frame + 1}
            </text>
          </svg>
        </li>
      ))}
    </ol>
  )
}
