import { angleFrom, distance, type Point } from './pen.ts'
import { canvasSize, dotsOf, piecesOf, type Stroke } from './letters.ts'

/** A point on a stroke and the stroke's direction there, in degrees clockwise from the right. */
export type Arrow = { at: Point; angle: number }

/** Offset of an arrow where the stroke retraces itself: there and back are on either side, as on a road. */
const sideOffset = 9
/** Points of one stroke that are this near and not neighbours lie where it retraces itself. */
const near = 12
const neighbours = 4
const betweenArrows = 9

/** Returns at least one arrow for every piece of a stroke, each midway between two dots. */
export function arrowsOf(stroke: Stroke): Arrow[] {
  const dots = dotsOf(stroke)
  return piecesOf(stroke.points).flatMap(([first, last]) => {
    if (first === last) return []
    const arrows = Math.max(1, Math.round((last - first) / betweenArrows))
    const places = Array.from({ length: arrows }, (_, arrow) => {
      const place = first + ((last - first) * (arrow + 0.5)) / arrows
      const next = Math.max(
        1,
        dots.findIndex((dot) => dot > place),
      )
      return Math.round(((dots[next - 1] ?? first) + (dots[next] ?? last)) / 2)
    })
    return [...new Set(places)].map((place) => arrowAt(stroke.points, place))
  })
}

function arrowAt(points: readonly Point[], index: number): Arrow {
  const at = points[index] ?? [0, 0]
  const angle = angleFrom(points[index - 1] ?? at, points[index + 1] ?? at)
  const isTwice = points.some((point, other) => Math.abs(other - index) > neighbours && distance(point, at) < near)
  const out = ((angle + 90) * Math.PI) / 180
  return { at: isTwice ? [at[0] + sideOffset * Math.cos(out), at[1] + sideOffset * Math.sin(out)] : at, angle }
}

const numberReach = 40
const numberDirections = 24

/** Places each stroke's number beside its start, clear of ink and of other numbers. */
export function numbersOf(strokes: readonly Stroke[]): Point[] {
  const ink = strokes.flatMap(({ points }) => points)
  const places: Point[] = []
  for (const { points } of strokes) {
    const [start = [0, 0], ahead = start] = [points[0], points[2]]
    const clearanceOf = (place: Point) =>
      Math.min(
        ...places.map((other) => distance(place, other) - 4),
        ...ink.map((point) => distance(place, point)),
        38,
      ) -
      distance(place, ahead) / 100
    const around = Array.from({ length: numberDirections }, (_, direction): Point => {
      const angle = (direction / numberDirections) * 2 * Math.PI
      return [start[0] + numberReach * Math.cos(angle), start[1] + numberReach * Math.sin(angle)]
    })
    const inside = around.filter((place) => place.every((value) => value > 16 && value < canvasSize - 16))
    places.push(inside.toSorted((one, other) => clearanceOf(other) - clearanceOf(one))[0] ?? start)
  }
  return places
}
