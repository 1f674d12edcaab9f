import * as m from 'framer-motion/m'
import { useState, type ReactNode } from 'react'
import { angleOf, type Hand, type Time } from '#domain/games/time-ticker/clock.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { fadeIn, spring } from '#app/ui/motion/transitions.ts'

/** Half of the face's width in its own units, and the distances of its parts from the center. */
export const faceRadius = 110
export const reach: Record<Hand, { tip: number; knob: number }> = {
  // 55 % of the drawn radius: a shorter hand points at no number.
  hour: { tip: 58, knob: 45 },
  minute: { tip: 76, knob: 66 },
}

const outlines: Record<Hand, string> = {
  hour: `M-5.5 6V-40L-10 -41 0 -${reach.hour.tip} 10 -41 5.5 -40V6Z`,
  minute: `M-3.5 12 -2.5 -50 0 -${reach.minute.tip} 2.5 -50 3.5 12Z`,
}

export type ClockFaceProps = {
  time: Time
  /** The shown hands; both by default. */
  hands?: readonly Hand[]
  /** The right time, shown by the outlines of its hands. */
  ghost?: Time | undefined
  verdict?: 'right' | 'wrong' | undefined
  /** The accessible name; without one the clock is decoration. */
  label?: string | undefined
  className?: string
  children?: ReactNode
}

const bothHands = ['hour', 'minute'] as const

/** A clock face. The numbers are outside of the minutes' ring, so that no hand covers them. */
export function ClockFace({ time, hands = bothHands, ghost, verdict, label, className, children }: ClockFaceProps) {
  return (
    <div translate="no" className={cn('relative aspect-square', className)}>
      <svg
        viewBox="-110 -110 220 220"
        {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
        className="size-full select-none"
      >
        <circle
          r="104"
          strokeWidth="9"
          className={cn(
            'fill-panel stroke-grape transition-[stroke] duration-150',
            verdict === 'right' && 'stroke-leaf',
            verdict === 'wrong' && 'stroke-danger',
          )}
        />
        <circle r="69" className="fill-sunken" />
        {Array.from({ length: 60 }, (_, minute) => (
          <line
            key={minute}
            y1={minute % 5 === 0 ? -72 : -75}
            y2="-79"
            strokeWidth={minute % 5 === 0 ? 3 : 1.5}
            strokeLinecap="round"
            transform={`rotate(${minute * 6})`}
            className={minute % 5 === 0 ? 'stroke-ink' : 'stroke-edge'}
          />
        ))}
        {Array.from({ length: 12 }, (_, index) => {
          const angle = ((index + 1) * Math.PI) / 6
          return (
            <text
              key={index}
              x={Math.sin(angle) * 89.5}
              y={-Math.cos(angle) * 89.5 + 7}
              textAnchor="middle"
              fontSize="19"
              className="fill-ink font-display font-bold"
            >
              {index + 1}
            </text>
          )
        })}
        {hands.map((hand) => (
          <TurningHand key={hand} hand={hand} angle={angleOf(hand, time)} />
        ))}
        {ghost !== undefined &&
          hands.map((hand) => (
            <m.path
              key={hand}
              {...fadeIn}
              data-ghost={hand}
              d={outlines[hand]}
              strokeLinejoin="round"
              strokeWidth="3.5"
              transform={`rotate(${angleOf(hand, ghost)})`}
              className="fill-leaf-soft/60 stroke-leaf"
            />
          ))}
        <circle r="7" className="fill-ink" />
        <circle r="2.5" className="fill-sun" />
      </svg>
      {children}
    </div>
  )
}

function TurningHand({ hand, angle }: { hand: Hand; angle: number }) {
  const turned = useContinuousAngle(angle)
  return (
    <m.g
      initial={false}
      // Rotates around the center of the face; by default an SVG element rotates around its own center.
      animate={{ rotate: turned, originX: '0px', originY: '0px' }}
      transition={spring}
      style={{ transformBox: 'view-box' }}
    >
      <path
        d={outlines[hand]}
        strokeLinejoin="round"
        strokeWidth={hand === 'hour' ? 4 : 3}
        className={hand === 'hour' ? 'fill-grape stroke-grape' : 'fill-coral-ink stroke-coral-ink'}
      />
    </m.g>
  )
}

/** Returns an angle that may exceed a full turn, so that from 354 to 0 degrees a hand takes the short way. */
export function useContinuousAngle(angle: number): number {
  const [turned, setTurned] = useState(angle)
  const way = ((((angle - turned) % 360) + 540) % 360) - 180
  if (way !== 0) setTurned(turned + way)
  return turned + way
}
