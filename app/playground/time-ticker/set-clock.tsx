import * as m from 'framer-motion/m'
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { angleOf, type Hand, type Time } from '#domain/games/time-ticker/clock.ts'
import type { ClockLevel } from '#domain/games/time-ticker/levels.ts'
import type { TimeTickerMove } from '#domain/games/time-ticker/time-ticker.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { spring, wiggle } from '#app/ui/motion/transitions.ts'
import { timeTicker } from '#texts/timeTicker'
import { Mark } from '../parts/mark.tsx'
import { PopDrops } from '../parts/pop.tsx'
import { useBlockTouchGestures } from '../parts/use-block-touch-gestures.ts'
import { ClockFace, faceRadius, reach, useContinuousAngle } from './clock-face.tsx'
import { spokenTime } from './clock-words.ts'

export type SetClockProps = {
  level: ClockLevel
  time: Time
  /** The right time, shown on request. */
  ghost: Time | undefined
  verdict: 'right' | 'wrong' | undefined
  onMove: (move: TimeTickerMove) => void
  className?: string
}

/** Degrees within which a touch grips a hand. */
const gripDegrees = 16

/** A clock to set: a hand follows the finger, jumps to a tap on the face, or moves by the arrow keys. */
export function SetClock({ level, time, ghost, verdict, onMove, className }: SetClockProps) {
  const face = useRef<HTMLDivElement>(null)
  const held = useRef<Hand>(undefined)
  const hands: readonly Hand[] = level.snapped === 'hour' ? ['hour'] : ['hour', 'minute']
  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, top, width } = currentTarget.getBoundingClientRect()
    const unit = (2 * faceRadius) / width
    const [x, y] = [(clientX - left) * unit - faceRadius, (clientY - top) * unit - faceRadius]
    return { far: Math.hypot(x, y), degrees: ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360 }
  }
  const grabHand = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || verdict !== undefined) return
    const { far, degrees } = placeOf(event)
    if (far > faceRadius) return
    // Prevents the default focus on the pressed element: the slider of the hour or minute gets it.
    event.preventDefault()
    const near = hands.filter(
      (hand) =>
        far < reach[hand].tip + 12 && Math.abs(((degrees - angleOf(hand, time) + 540) % 360) - 180) < gripDegrees,
    )
    const between = (reach.hour.knob + reach.minute.knob) / 2
    const hand = near.length === 1 ? near[0] : hands.length === 1 || far < between ? 'hour' : 'minute'
    if (hand === undefined) return
    held.current = hand
    event.currentTarget.setPointerCapture(event.pointerId)
    face.current?.querySelector<HTMLElement>(`[data-hand=${hand}]`)?.focus({ preventScroll: true })
    // A tap beside an hour hand moves it too: half past is between two numbers.
    onMove({ type: near.length === 0 ? 'put' : 'turn', hand, degrees })
  }
  const turn = (event: PointerEvent<HTMLElement>) => {
    if (held.current === undefined) return
    const { far, degrees } = placeOf(event)
    // Ignores the center, where a slight tremble would be half a turn.
    if (far > 6) onMove({ type: 'turn', hand: held.current, degrees })
  }
  useBlockTouchGestures(() => held.current !== undefined)
  const release = () => {
    held.current = undefined
  }
  return (
    <m.div
      ref={face}
      data-clock
      animate={verdict === 'wrong' ? wiggle : {}}
      onPointerDown={grabHand}
      onPointerMove={turn}
      onPointerUp={release}
      onPointerCancel={release}
      className={cn('relative aspect-square cursor-grab touch-none select-none active:cursor-grabbing', className)}
    >
      {/* Clipped, because the rotating squares of the knobs would overflow the screen. */}
      <ClockFace time={time} hands={hands} ghost={ghost} verdict={verdict} className="size-full overflow-clip">
        {hands.map((hand) => (
          <Knob key={hand} hand={hand} time={time} onStep={(steps) => onMove({ type: 'step', hand, steps })} />
        ))}
      </ClockFace>
      {verdict === 'right' && <PopDrops />}
      {verdict !== undefined && <Mark mark={verdict} className="top-[4%] right-[4%] sm:size-16" />}
    </m.div>
  )
}

const stepsOfKey: Record<string, number> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 5,
  PageDown: -5,
}

function Knob({ hand, time, onStep }: { hand: Hand; time: Time; onStep: (steps: number) => void }) {
  const turned = useContinuousAngle(angleOf(hand, time))
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsOfKey[event.key]
    if (steps === undefined) return
    event.preventDefault()
    onStep(steps)
  }
  const value = hand === 'hour' ? { now: time.hours, min: 1, max: 12 } : { now: time.minutes, min: 0, max: 59 }
  return (
    <m.div
      initial={false}
      animate={{ rotate: turned }}
      transition={spring}
      className="pointer-events-none absolute inset-0"
    >
      <div
        // A range input cannot wrap around from its end to its start.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        data-hand={hand}
        aria-label={hand === 'hour' ? timeTicker.hourHand : timeTicker.minuteHand}
        aria-valuenow={value.now}
        aria-valuemin={value.min}
        aria-valuemax={value.max}
        aria-valuetext={spokenTime(time)}
        onKeyDown={onKeyDown}
        style={{ top: `${50 - (reach[hand].knob / faceRadius) * 50}%` }}
        className="pointer-events-auto absolute left-1/2 grid size-14 sm:size-18 phone-landscape:size-14 -translate-1/2 place-items-center rounded-full"
      >
        <span
          className={cn(
            'border-panel forced-colors:border-line grid size-9 sm:size-12 phone-landscape:size-8 place-items-center rounded-full border-4 shadow-lift',
            hand === 'hour' ? 'bg-grape' : 'bg-coral-ink',
          )}
        >
          <span className="bg-panel size-2 rounded-full" />
        </span>
      </div>
    </m.div>
  )
}
