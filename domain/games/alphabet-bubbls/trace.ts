import { dotsOf, hitTolerance, pointStep, type Stroke } from './letters.ts'
import { distance, type Point } from './pen.ts'

/** In units of the paper: how near to its start, to what is drawn or to the next dot drawing a stroke begins. */
const startTolerance = 60
/** A stroke counts when more than this part of its points is drawn, in their order. */
const enough = 0.6
/** Between two places a pen was seen at it drew all the way. */
const drawnStep = 8
/** How many points in a row a hand may leave out, as where it cuts a corner. */
const mostLeftOut = 24
/** Ink beside the stroke that is always forgiven, in steps; beyond that it may be as long as the ink on the stroke. */
const forgiven = startTolerance / drawnStep
/** So many points of a stroke are the last 60 units of its ink, and those that it covers ahead of its end, around a corner too. */
const lastPoints = (startTolerance + 2 * hitTolerance) / pointStep

/** What is drawn of a stroke. */
export type Trace = {
  /** Which of the stroke's points have something drawn near them. */
  covered: readonly boolean[]
  /** The furthest point the pen came to, in the order of the stroke; -1 before the first. */
  reached: number
  /** Where the pen is, while it is down. */
  pen: Point | undefined
  /** Where it was lifted. */
  lifted: Point | undefined
  /** Since the pen went down: how far it had come before, and how many steps it drew on what is drawn or further, and beside it. */
  reachedBefore: number
  on: number
  off: number
}

export const nothingDrawn = ({ points }: Stroke): Trace => ({
  covered: points.map(() => false),
  reached: -1,
  pen: undefined,
  lifted: undefined,
  reachedBefore: -1,
  on: 0,
  off: 0,
})

/** Whether no pen has touched the stroke yet, or it was begun anew. */
export const isUntouched = ({ on, off }: Trace): boolean => on + off === 0

export const isEnough = ({ covered }: Trace): boolean => covered.filter(Boolean).length / covered.length > enough

/** The dot to tap next, by its place in the stroke: the first one the pen has not come to. */
export const nextDotOf = (stroke: Stroke, { reached }: Trace): number => dotsOf(stroke).find((dot) => dot > reached) ?? stroke.points.length - 1

/** Whether a pen may go down there: at the stroke's start, on the last part of what is drawn, where it was lifted, or where the stroke goes on. */
export function mayBegin(stroke: Stroke, trace: Trace, at: Point): boolean {
  const last = stroke.points.slice(Math.max(0, trace.reached - lastPoints), trace.reached + 1)
  const places = [stroke.points[0], stroke.points[nextDotOf(stroke, trace)], trace.lifted, ...last]
  return places.some((place) => place !== undefined && distance(place, at) <= startTolerance)
}

export const penDown = (stroke: Stroke, trace: Trace, at: Point): Trace =>
  drawnAt(stroke, { ...trace, pen: at, reachedBefore: trace.reached, on: 0, off: 0 }, at)

/** The pen drew a straight line to there. */
export function penTo(stroke: Stroke, trace: Trace, to: Point): Trace {
  const { pen } = trace
  if (pen === undefined) return trace
  const steps = Math.max(1, Math.ceil(distance(pen, to) / drawnStep))
  let drawn = trace
  for (let step = 1; step <= steps; step++) {
    drawn = drawnAt(stroke, drawn, [pen[0] + ((to[0] - pen[0]) * step) / steps, pen[1] + ((to[1] - pen[1]) * step) / steps])
  }
  return { ...drawn, pen: to }
}

export const penUp = (trace: Trace): Trace => ({ ...trace, pen: undefined, lifted: trace.pen ?? trace.lifted })

/** Whether most of what the pen drew since it went down is of the stroke: a scribble over it is not, nor the way back to front. */
const isTidy = ({ on, off }: Trace): boolean => off <= on + forgiven

/** Whether the stroke is drawn, as soon as the pen is lifted. */
export const isDrawn = (trace: Trace): boolean => isTidy(trace) && isEnough(trace)

/** Whether what the pen drew since it went down led on: further along the stroke, and so that the rest is still enough. */
export function ledOn(trace: Trace): boolean {
  const { covered, reached, reachedBefore } = trace
  return isTidy(trace) && reached > reachedBefore && isEnough({ ...trace, covered: covered.map((is, index) => is || index > reached) })
}

/** Whether the pen drew more since it went down than a touch in passing. */
export const isLong = ({ on, off }: Trace): boolean => on + off > forgiven

function drawnAt({ points }: Stroke, trace: Trace, at: Point): Trace {
  const isNear = (point: Point | undefined) => point !== undefined && distance(point, at) <= hitTolerance
  const first = trace.reached + 1
  let next = first
  if (!isNear(points[first])) {
    // On what is drawn already the pen goes nowhere: the other way of a place gone twice comes only after its turn.
    if (points.some((point, index) => trace.covered[index] === true && isNear(point))) return { ...trace, on: trace.on + 1 }
    next = points.findIndex((point, index) => index > first && index <= first + mostLeftOut && isNear(point))
    if (next < 0) return { ...trace, off: trace.off + 1 }
  }
  const covered = [...trace.covered]
  for (; isNear(points[next]); next++) covered[next] = true
  return { ...trace, covered, reached: next - 1, on: trace.on + 1 }
}
