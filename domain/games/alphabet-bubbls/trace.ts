import { dotsOf, hitTolerance, type Stroke } from './letters.ts'
import { distance, type Point } from './pen.ts'

/** In units of the paper: how near to its start drawing a stroke begins. */
const startTolerance = 60
/** A stroke counts when more than this part of its points is drawn. */
const enough = 0.6
/** Between two places a pen was seen at it drew all the way. */
const drawnStep = 8

/** What is drawn of a stroke. Nothing that was drawn is ever taken back, but by the child itself. */
export type Trace = {
  /** Which of the stroke's points have something drawn near them. */
  covered: readonly boolean[]
  /** Where the pen is, while it is down. */
  pen: Point | undefined
  /** Since the pen went down: whether it drew near a point nothing was near before, and how much it drew near the stroke and beside it. */
  isNew: boolean
  on: number
  off: number
}

export const nothingDrawn = ({ points }: Stroke): Trace => ({ covered: points.map(() => false), pen: undefined, isNew: false, on: 0, off: 0 })

/** Whether no pen has touched the stroke yet, or it was begun anew. */
export const isUntouched = ({ on, off }: Trace): boolean => on + off === 0

export const isEnough = ({ covered }: Trace): boolean => covered.filter(Boolean).length / covered.length > enough
export const isWhole = ({ covered }: Trace): boolean => covered.every(Boolean)

/** The dot to tap next, by its place in the stroke: the first one nothing is drawn near. */
export const nextDotOf = (stroke: Stroke, { covered }: Trace): number => dotsOf(stroke).find((dot) => !covered[dot]) ?? stroke.points.length - 1

/** Whether a pen may go down there: at the stroke's start, or where it goes on. */
export function mayBegin(stroke: Stroke, trace: Trace, at: Point): boolean {
  return [0, nextDotOf(stroke, trace)].some((place) => distance(stroke.points[place] ?? at, at) <= startTolerance)
}

export const penDown = (stroke: Stroke, trace: Trace, at: Point): Trace => near(stroke, { ...trace, pen: at, isNew: false, on: 0, off: 0 }, at)

/** The pen drew a straight line to there. */
export function penTo(stroke: Stroke, trace: Trace, to: Point): Trace {
  const { pen } = trace
  if (pen === undefined) return trace
  const steps = Math.max(1, Math.ceil(distance(pen, to) / drawnStep))
  let drawn = trace
  for (let step = 1; step <= steps; step++) {
    drawn = near(stroke, drawn, [pen[0] + ((to[0] - pen[0]) * step) / steps, pen[1] + ((to[1] - pen[1]) * step) / steps])
  }
  return { ...drawn, pen: to }
}

export const penUp = (trace: Trace): Trace => ({ ...trace, pen: undefined })

/** Whether what the pen drew since it went down led on: it reached something new, and most of it lay on the stroke. */
export const ledOn = ({ isNew, on, off }: Trace): boolean => isNew && on >= off

/** How far back the way must be drawn for a second way over the same place to count. */
const before = 4

function near({ points, isSecond }: Stroke, trace: Trace, at: Point): Trace {
  const isNear = points.map((point) => distance(point, at) <= hitTolerance)
  if (!isNear.includes(true)) return { ...trace, off: trace.off + 1 }
  const covered = [...trace.covered]
  // A place gone twice is drawn twice: a stick drawn down is not yet drawn up again.
  for (const [index, hit] of isNear.entries()) {
    if (hit && (isSecond[index] !== true || covered.slice(index - before, index).includes(true))) covered[index] = true
  }
  const isNew = covered.some((is, index) => is && trace.covered[index] !== true)
  return { ...trace, on: trace.on + 1, ...(isNew && { isNew, covered }) }
}
