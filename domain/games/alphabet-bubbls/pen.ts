/** A place on the paper: to the right, and down. */
export type Point = readonly [x: number, y: number]

/** A piece of an ellipse, by angles in degrees: 0 is right, 90 is up. Towards a larger angle the pen goes counter-clockwise, like a c; towards a smaller one clockwise. */
export type Round = { middle: Point; radii: readonly [x: number, y: number]; from: number; to: number }

/** What the pen does without lifting: straight to a point, or straight to where a round begins and along it. */
export type PenStroke = readonly (Point | Round)[]

export const at = (x: number, y: number): Point => [x, y]

export const round = (x: number, y: number, radiusX: number, radiusY: number, from: number, to: number): Round => ({
  middle: [x, y],
  radii: [radiusX, radiusY],
  from,
  to,
})

export const distance = (one: Point, other: Point): number => Math.hypot(one[0] - other[0], one[1] - other[1])

/** Points along a stroke, all about `step` apart, its two ends among them; a dot has one. */
export function pointsAlong(stroke: PenStroke, step: number): Point[] {
  const fine = stroke.flatMap((part): readonly Point[] => ('middle' in part ? pointsOfRound(part) : [part]))
  const [start] = fine
  if (start === undefined) return []
  const length = lengthOf(fine)
  const steps = Math.max(1, Math.round(length / step))
  const points: Point[] = [start]
  let walked = 0
  for (const [index, end] of fine.entries()) {
    const begin = fine[index - 1] ?? end
    const piece = distance(begin, end)
    for (; points.length < steps && walked + piece >= (points.length * length) / steps;) {
      const part = ((points.length * length) / steps - walked) / piece
      points.push([begin[0] + (end[0] - begin[0]) * part, begin[1] + (end[1] - begin[1]) * part])
    }
    walked += piece
  }
  if (length > 0) points.push(fine.at(-1) ?? start)
  return points
}

export const lengthOf = (points: readonly Point[]): number => points.reduce((length, point, index) => length + distance(points[index - 1] ?? point, point), 0)

function pointsOfRound({ middle, radii, from, to }: Round): Point[] {
  const steps = Math.ceil(Math.abs(to - from) / 2)
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [middle[0] + radii[0] * Math.cos(angle), middle[1] - radii[1] * Math.sin(angle)]
  })
}
