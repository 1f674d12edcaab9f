import { dotsOf, hitTolerance, pointStep, type Stroke } from './letters.ts'
import { angleFrom, distance, type Point } from './pen.ts'

/** Distance from the start, the ink or the next dot at which drawing may begin, in units of the paper. */
const startTolerance = 60
/** A stroke counts when more than this part of its points is drawn, in their order. */
const enough = 0.6
/** Step at which a movement between two pen events is sampled, in units of the paper. */
const drawnStep = 8
/** How many points in a row may be skipped, for example by cutting a corner. */
const mostLeftOut = 24
/** Steps of ink beside the stroke that are always forgiven; beyond that it may be as long as the ink on the stroke. */
const forgiven = startTolerance / drawnStep
/**
 * Number of points in the last 60 units of the ink, with those that it covers ahead of its end, also around a corner.
 */
const lastPoints = (startTolerance + 2 * hitTolerance) / pointStep

/** The ink on a stroke, and the pen. */
export type Trace = {
  /** Whether each point of the stroke has ink near it. */
  covered: readonly boolean[]
  /** Index of the furthest point reached; -1 before the first. */
  reached: number
  /** The pen's position while it is down. */
  pen: Point | undefined
  /** The position at which the pen was lifted. */
  lifted: Point | undefined
  /** The current pen movement: `reached` before it, and its steps on the stroke and off it. */
  reachedBefore: number
  on: number
  off: number
}

export const emptyTrace = ({ points }: Stroke): Trace => ({
  covered: points.map(() => false),
  reached: -1,
  pen: undefined,
  lifted: undefined,
  reachedBefore: -1,
  on: 0,
  off: 0,
})

/** Whether the stroke has not been touched since it began or was reset. */
export const isUntouched = ({ on, off }: Trace): boolean => on + off === 0

export const isEnough = ({ covered }: Trace): boolean => covered.filter(Boolean).length / covered.length > enough

/** Returns the point index of the next dot to tap: the first one not reached. */
export const nextDotOf = (stroke: Stroke, { reached }: Trace): number =>
  dotsOf(stroke).find((dot) => dot > reached) ?? stroke.points.length - 1

export type Direction = 'right' | 'down' | 'left' | 'up'
const degreesOf: Record<Direction, number> = { right: 0, down: 90, left: 180, up: 270 }
/** Degrees between an arrow and the way to the next dot: both arrows of a slant lead on. */
const mostAside = 60

/** Whether the next dot is in a direction, seen from the dot before it; a stroke of one dot is in each. */
export function isTowardsNextDot(stroke: Stroke, trace: Trace, direction: Direction): boolean {
  const dots = dotsOf(stroke)
  const next = Math.max(1, dots.indexOf(nextDotOf(stroke, trace)))
  const [from, to] = [stroke.points[dots[next - 1] ?? 0], stroke.points[dots[next] ?? 0]]
  if (dots.length === 1 || from === undefined || to === undefined) return dots.length === 1
  const aside = Math.abs(angleFrom(from, to) - degreesOf[direction]) % 360
  return Math.min(aside, 360 - aside) <= mostAside
}

/**
 * Whether drawing may begin at a point: near the stroke's start, the end of the ink, the point of the last lift, or the
 * next dot.
 */
export function canBegin(stroke: Stroke, trace: Trace, at: Point): boolean {
  const last = stroke.points.slice(Math.max(0, trace.reached - lastPoints), trace.reached + 1)
  const places = [stroke.points[0], stroke.points[nextDotOf(stroke, trace)], trace.lifted, ...last]
  return places.some((place) => place !== undefined && distance(place, at) <= startTolerance)
}

export const penDown = (stroke: Stroke, trace: Trace, at: Point): Trace =>
  drawnAt(stroke, { ...trace, pen: at, reachedBefore: trace.reached, on: 0, off: 0 }, at)

/** Draws a straight line from the pen to a point. */
export function penTo(stroke: Stroke, trace: Trace, to: Point): Trace {
  const { pen } = trace
  if (pen === undefined) return trace
  const steps = Math.max(1, Math.ceil(distance(pen, to) / drawnStep))
  let drawn = trace
  for (let step = 1; step <= steps; step++) {
    drawn = drawnAt(stroke, drawn, [
      pen[0] + ((to[0] - pen[0]) * step) / steps,
      pen[1] + ((to[1] - pen[1]) * step) / steps,
    ])
  }
  return { ...drawn, pen: to }
}

export const penUp = (trace: Trace): Trace => ({ ...trace, pen: undefined, lifted: trace.pen ?? trace.lifted })

/** Whether most of the current pen movement is on the stroke; a scribble or the wrong direction is not. */
const isMostlyOnStroke = ({ on, off }: Trace): boolean => off <= on + forgiven

/** Whether lifting the pen now completes the stroke. */
export const isDrawn = (trace: Trace): boolean => isMostlyOnStroke(trace) && isEnough(trace)

/** Whether the current pen movement got further along the stroke, and the stroke can still be completed. */
export function isAdvancing(trace: Trace): boolean {
  const { covered, reached, reachedBefore } = trace
  return (
    isMostlyOnStroke(trace) &&
    reached > reachedBefore &&
    isEnough({ ...trace, covered: covered.map((is, index) => is || index > reached) })
  )
}

/** Whether the current pen movement is longer than a short touch. */
export const isLong = ({ on, off }: Trace): boolean => on + off > forgiven

function drawnAt({ points }: Stroke, trace: Trace, at: Point): Trace {
  const isNear = (point: Point | undefined) => point !== undefined && distance(point, at) <= hitTolerance
  const first = trace.reached + 1
  let next = first
  if (!isNear(points[first])) {
    // Ink over covered points does not advance: where the stroke retraces itself, the way back counts only after its
    // turn.
    if (points.some((point, index) => trace.covered[index] === true && isNear(point)))
      return { ...trace, on: trace.on + 1 }
    next = points.findIndex((point, index) => index > first && index <= first + mostLeftOut && isNear(point))
    if (next < 0) return { ...trace, off: trace.off + 1 }
  }
  const covered = [...trace.covered]
  for (; isNear(points[next]); next++) covered[next] = true
  return { ...trace, covered, reached: next - 1, on: trace.on + 1 }
}
