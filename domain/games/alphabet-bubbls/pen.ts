/** A place on the paper: to the right, and down. */
export type Point = readonly [x: number, y: number]

/**
 * A piece of an ellipse, by angles in degrees: 0 is right, 90 is up. Towards a larger angle the pen goes
 * counter-clockwise, like a c; towards a smaller one clockwise.
 */
export type Arc = { middle: Point; radii: readonly [x: number, y: number]; from: number; to: number }

/** A path without lifting the pen: straight to each point, or to the beginning of each arc and along it. */
export type PenStroke = readonly (Point | Arc)[]

export const at = (x: number, y: number): Point => [x, y]

export const arc = (x: number, y: number, radiusX: number, radiusY: number, from: number, to: number): Arc => ({
  middle: [x, y],
  radii: [radiusX, radiusY],
  from,
  to,
})

export function distance(one: Point, other: Point): number {
  const [x, y] = [one[0] - other[0], one[1] - other[1]]
  // Math.hypot takes ten times as long, and a pen is compared with every point of its stroke.
  return Math.sqrt(x * x + y * y)
}

/** Returns points along a stroke, about `step` apart, including its corners and ends; a dot has one. */
export function pointsAlong(stroke: PenStroke, step: number): Point[] {
  const fine = stroke
    .flatMap((part): readonly Point[] => ('middle' in part ? pointsOfArc(part) : [part]))
    .filter(isNext)
  const ends = fine.flatMap((_, index) =>
    index === 0 || index === fine.length - 1 || isCorner(fine, index) ? [index] : [],
  )
  return ends.flatMap((end, index) =>
    index === 0 ? fine.slice(0, 1) : resample(fine.slice(ends[index - 1] ?? 0, end + 1), step),
  )
}

/** Two parts of a stroke share the point where they meet. */
const isNext = (point: Point, index: number, points: readonly Point[]) =>
  distance(points[index - 1] ?? [Infinity, 0], point) > 0.01

/** An arc turns by 2 degrees from point to point. */
const leastCorner = 20

/** Whether the path turns sharply at a point. */
export function isCorner(points: readonly Point[], index: number, least = leastCorner): boolean {
  const [before, at, after] = [points[index - 1], points[index], points[index + 1]]
  if (before === undefined || at === undefined || after === undefined) return false
  const turn = Math.abs(angleFrom(at, after) - angleFrom(before, at))
  return Math.min(turn, 360 - turn) > least
}

/** Returns the direction from one point to another, in degrees clockwise from the right. */
export const angleFrom = (one: Point, other: Point): number =>
  (Math.atan2(other[1] - one[1], other[0] - one[0]) * 180) / Math.PI

/** Returns points along a line, about `step` apart, including its end but not its beginning. */
function resample(line: readonly Point[], step: number): Point[] {
  const length = lengthOf(line)
  const steps = Math.max(1, Math.round(length / step))
  const points: Point[] = []
  let walked = 0
  for (const [index, end] of line.entries()) {
    const begin = line[index - 1] ?? end
    const piece = distance(begin, end)
    while (points.length + 1 < steps && walked + piece >= ((points.length + 1) * length) / steps) {
      const part = (((points.length + 1) * length) / steps - walked) / piece
      points.push([begin[0] + (end[0] - begin[0]) * part, begin[1] + (end[1] - begin[1]) * part])
    }
    walked += piece
  }
  return [...points, ...line.slice(-1)]
}

export const lengthOf = (points: readonly Point[]): number =>
  points.reduce((length, point, index) => length + distance(points[index - 1] ?? point, point), 0)

/** Returns the SVG path through points; a dot is a line of no length. */
export const pathOf = (points: readonly Point[]): string =>
  `M${points.map((point) => point.join(' ')).join('L')}${points.length === 1 ? 'h0' : ''}`

function pointsOfArc({ middle, radii, from, to }: Arc): Point[] {
  const steps = Math.ceil(Math.abs(to - from) / 2)
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [middle[0] + radii[0] * Math.cos(angle), middle[1] - radii[1] * Math.sin(angle)]
  })
}
