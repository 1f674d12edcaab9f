import { canvasSize, type Stroke } from './letters.ts'
import { distance, type Point } from './pen.ts'

/** Where a stroke goes: a place on it and the direction there, in degrees clockwise from the right. */
export type Arrow = { at: Point; angle: number }

/** How far aside an arrow stands where the pen goes the same way twice: there and back are on either side, as on a road. */
const aside = 9
/** Points of one stroke that are this near and not neighbours lie on a way gone twice. */
const near = 12
const neighbours = 4
/** Where the direction turns by more than this between neighbours, the pen has turned a corner. */
const corner = 50
const betweenArrows = 9

/** At least one arrow for every direction a stroke takes. */
export function arrowsOf({ points }: Stroke): Arrow[] {
  return piecesOf(points).flatMap(([first, last]) => {
    const arrows = Math.max(1, Math.round((last - first) / betweenArrows))
    return Array.from({ length: arrows }, (_, arrow) => arrowAt(points, Math.round(first + ((last - first) * (arrow + 0.6)) / arrows)))
  })
}

/** A stroke from corner to corner, by the places of its points. */
function piecesOf(points: readonly Point[]): [first: number, last: number][] {
  const corners = points.flatMap((_, index) => {
    if (index === 0 || index >= points.length - 1) return []
    const turn = Math.abs(((angleAt(points, index, index + 1) - angleAt(points, index - 1, index) + 540) % 360) - 180)
    return turn > corner ? [index] : []
  })
  const ends = [0, ...corners, points.length - 1]
  return ends.slice(1).flatMap((last, index): [number, number][] => {
    const first = ends[index] ?? 0
    // The point next to a corner may be bent as well.
    return last - first < 2 ? [] : [[first, last]]
  })
}

function arrowAt(points: readonly Point[], index: number): Arrow {
  const at = points[index] ?? [0, 0]
  const angle = angleAt(points, Math.max(0, index - 1), Math.min(points.length - 1, index + 1))
  const isTwice = points.some((point, other) => Math.abs(other - index) > neighbours && distance(point, at) < near)
  const out = ((angle + 90) * Math.PI) / 180
  return { at: isTwice ? [at[0] + aside * Math.cos(out), at[1] + aside * Math.sin(out)] : at, angle }
}

function angleAt(points: readonly Point[], from: number, to: number): number {
  const [begin, end] = [points[from] ?? [0, 0], points[to] ?? [0, 0]]
  return (Math.atan2(end[1] - begin[1], end[0] - begin[0]) * 180) / Math.PI
}

const numberReach = 40
const numberDirections = 24

/** A place beside each stroke's beginning for its number, where it hides neither ink nor another number. */
export function numbersOf(strokes: readonly Stroke[]): Point[] {
  const ink = strokes.flatMap(({ points }) => points)
  const places: Point[] = []
  for (const { points } of strokes) {
    const [start = [0, 0], ahead = start] = [points[0], points[2]]
    const free = (place: Point) =>
      Math.min(...places.map((other) => distance(place, other) - 4), ...ink.map((point) => distance(place, point)), 38) - distance(place, ahead) / 100
    const around = Array.from({ length: numberDirections }, (_, direction): Point => {
      const angle = (direction / numberDirections) * 2 * Math.PI
      return [start[0] + numberReach * Math.cos(angle), start[1] + numberReach * Math.sin(angle)]
    })
    const inside = around.filter((place) => place.every((value) => value > 16 && value < canvasSize - 16))
    places.push(inside.toSorted((one, other) => free(other) - free(one))[0] ?? start)
  }
  return places
}
