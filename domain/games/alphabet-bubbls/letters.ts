import { lines, penStrokes, type Glyph } from './glyphs.ts'
import { isCorner, pointsAlong, type PenStroke, type Point } from './pen.ts'

/** Side of the square paper, in its units. */
export const canvasSize = 400

/** Distance from a point that counts as drawn, in units of the paper. */
export const hitTolerance = 30

/** Distances between the points of a stroke, and between its dots to tap. */
export const pointStep = 10
const dotStep = 50

const scale = 1.34
/** Moves up letters that reach below the base line, so that all are as large as the paper allows. */
const topLine = (glyph: Glyph) => (isBelowBase(glyph) ? -36 : 64)
const isBelowBase = (glyph: Glyph) => 'gjpqy'.includes(glyph)

/** A stroke on the paper, by points in the order they are drawn. */
export type Stroke = { points: readonly Point[] }

/** A letter on the paper: its strokes in the order they are drawn, and how far down its lines are. */
export type Letter = { strokes: readonly Stroke[]; lines: Readonly<Record<keyof typeof lines, number>> }

const letters = new Map<Glyph, Letter>()

export function letterOf(glyph: Glyph): Letter {
  const known = letters.get(glyph)
  if (known !== undefined) return known
  const top = topLine(glyph)
  const heightOf = (line: number) => top + line * scale
  const places = penStrokes[glyph].map((stroke: PenStroke) =>
    pointsAlong(stroke, pointStep / scale).map(([x, y]): Point => [x * scale, heightOf(y)]),
  )
  const across = places.flat().map(([x]) => x)
  const left = (canvasSize - Math.min(...across) - Math.max(...across)) / 2
  const letter: Letter = {
    strokes: places.map((points) => ({ points: points.map(([x, y]): Point => [round(x + left), round(y)]) })),
    lines: { top, middle: heightOf(lines.middle), base: heightOf(lines.base), descender: heightOf(lines.descender) },
  }
  letters.set(glyph, letter)
  return letter
}

/** An arc turns less than this from point to point. */
const leastCorner = 50

/** Splits a stroke at its corners, by indexes of its points; a dot is one piece. */
export function piecesOf(points: readonly Point[]): [first: number, last: number][] {
  const ends = points.flatMap((_, index) =>
    index > 0 && (index === points.length - 1 || isCorner(points, index, leastCorner)) ? [index] : [],
  )
  return points.length === 1 ? [[0, 0]] : ends.map((end, index) => [ends[index - 1] ?? 0, end])
}

/** Returns the indexes of the points to tap one after the other: a stroke's ends, its corners, and some between. */
export function dotsOf({ points }: Stroke): number[] {
  const dots = piecesOf(points).flatMap(([first, last]) => {
    const steps = Math.ceil(((last - first) * pointStep) / dotStep)
    return Array.from(
      { length: steps + 1 },
      (_, dot) => first + Math.round((dot * (last - first)) / Math.max(1, steps)),
    )
  })
  return [...new Set(dots)]
}

const round = (value: number) => Math.round(value * 10) / 10
