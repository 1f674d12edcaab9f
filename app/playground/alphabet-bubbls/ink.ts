import { strokeOf, type AlphabetBubbls } from '#domain/games/alphabet-bubbls/alphabet-bubbls.ts'
import { arrowsOf } from '#domain/games/alphabet-bubbls/guide.ts'
import { canvasSize, dotsOf, letterOf } from '#domain/games/alphabet-bubbls/letters.ts'
import { distance, pathOf, type Point } from '#domain/games/alphabet-bubbls/pen.ts'
import { isUntouched } from '#domain/games/alphabet-bubbls/trace.ts'

/** Widths of the ink, of the path it fills, and of the path's edge, in units of the paper. */
export const inkWidth = 44
const pathWidth = 50
export const edgeWidth = 56
/** A child's ink is wider than the path, which hides a trembling hand. */
const childInkWidth = 58
/** From the top left to the bottom right of the paper. */
export const inkColours = ['#1fc7b6', '#3d9bff', '#7a5af5', '#c45cf0'] as const

const betweenBubbles = 24
/** The maximum pixel density: more costs time without a visible gain. */
const maxPixelDensity = 2

/** Draws on a canvas at once, without a render of React. */
export type Ink = {
  /** Draws the letter's current state, and the child's ink of the current stroke. */
  paint: (state: AlphabetBubbls) => void
  begin: (at: Point) => void
  drawTo: (to: Point) => void
  /** Removes the ink since the last `begin`; visible with the next `paint`. */
  removeLast: () => void
}

/** The canvas' classes set the colours: `fill` for the path, `color` for its signs. */
export function createInk(canvas: HTMLCanvasElement): Ink {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws on no canvas')
  context.lineCap = 'round'
  context.lineJoin = 'round'
  const gradient = context.createLinearGradient(0, 0, canvasSize, canvasSize)
  for (const [index, colour] of inkColours.entries()) gradient.addColorStop(index / (inkColours.length - 1), colour)
  let lines: Point[][] = []
  let stroke = ''
  let walked = 0

  function resizeCanvas() {
    const size = Math.round(canvas.clientWidth * Math.min(maxPixelDensity, devicePixelRatio))
    if (canvas.width !== size) [canvas.width, canvas.height] = [size, size]
    context?.setTransform(size / canvasSize, 0, 0, size / canvasSize, 0, 0)
  }

  /** Draws ink inside the letter; outside only a few bubbles. */
  function drawInk(from: Point, to: Point) {
    if (context === null) return
    context.globalCompositeOperation = 'source-atop'
    drawLine(context, [from, to], childInkWidth, gradient)
    walked += distance(from, to)
    if (walked < betweenBubbles) return
    walked = 0
    drawBubble(context, to)
    context.globalCompositeOperation = 'destination-over'
    drawBubble(context, to, inkColours[1])
  }

  return {
    paint(state) {
      resizeCanvas()
      const now = `${state.turn} ${state.stroke}`
      if (now !== stroke || isUntouched(state.trace)) lines = []
      stroke = now
      const { fill, color } = getComputedStyle(canvas)
      const { strokes } = letterOf(state.glyph)
      context.globalCompositeOperation = 'source-over'
      context.clearRect(0, 0, canvasSize, canvasSize)
      for (const { points } of strokes) drawLine(context, points, pathWidth, fill)
      drawFinishedStrokes(
        context,
        strokes.slice(0, state.stroke).map(({ points }) => points),
        gradient,
      )
      if (state.phase !== 'tracing') return
      drawGuide(context, state, color)
      context.globalCompositeOperation = 'source-atop'
      for (const run of runsOf(strokeOf(state).points, state.trace.covered)) drawLine(context, run, inkWidth, gradient)
      for (const drawn of lines) for (const [index, to] of drawn.entries()) drawInk(drawn[index - 1] ?? to, to)
    },
    begin(at) {
      lines.push([at])
      drawInk(at, at)
    },
    drawTo(to) {
      const drawn = lines.at(-1)
      const from = drawn?.at(-1)
      if (drawn === undefined || from === undefined) return
      drawn.push(to)
      drawInk(from, to)
    },
    removeLast: () => void lines.pop(),
  }
}

type Context = CanvasRenderingContext2D

function drawLine(context: Context, points: readonly Point[], width: number, colour: CanvasGradient | string) {
  context.lineWidth = width
  context.strokeStyle = colour
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke(new Path2D(pathOf(points)))
}

/** Draws finished strokes complete and shining. */
function drawFinishedStrokes(context: Context, strokes: readonly (readonly Point[])[], gradient: CanvasGradient) {
  for (const points of strokes) drawLine(context, points, inkWidth + 2, gradient)
  const shine = new Path2D()
  for (const points of strokes) shine.addPath(new Path2D(pathOf(points.map(([x, y]): Point => [x - 7, y - 8]))))
  context.save()
  context.globalCompositeOperation = 'source-atop'
  context.globalAlpha = 0.45
  context.lineWidth = 6
  context.strokeStyle = '#fff'
  context.stroke(shine)
  context.restore()
  for (const points of strokes)
    for (const [index, point] of points.entries()) if (index % 3 === 1) drawBubble(context, point)
}

/** Draws a small round highlight near the point, with offset and size derived from the point. */
function drawBubble(context: Context, [x, y]: Point, colour = '#fff') {
  const chance = Math.abs(Math.sin(x * 12.9 + y * 78.2) * 43758.5) % 1
  const angle = chance * 40
  context.save()
  context.globalAlpha = 0.55
  context.beginPath()
  context.arc(x + Math.cos(angle) * 11, y + Math.sin(angle) * 11, 2.5 + chance * 3.5, 0, 2 * Math.PI)
  context.fillStyle = colour
  context.fill()
  context.restore()
}

/** Draws the remaining dots of the path, and its arrows. */
function drawGuide(context: Context, state: AlphabetBubbls, colour: string) {
  const stroke = strokeOf(state)
  const dots = dotsOf(stroke).map((dot): Point => stroke.points[dot] ?? [0, 0])
  // Draws one dot where the stroke passes the same place twice.
  for (const [x, y] of dots.filter((dot, index) => dots.slice(0, index).every((other) => distance(dot, other) > 16))) {
    context.beginPath()
    context.arc(x, y, 5, 0, 2 * Math.PI)
    context.fillStyle = '#fff'
    context.fill()
    context.lineWidth = 3
    context.strokeStyle = colour
    context.stroke()
  }
  for (const { at, angle } of arrowsOf(stroke)) {
    context.save()
    context.translate(...at)
    context.rotate((angle * Math.PI) / 180)
    drawLine(
      context,
      [
        [-5, -7],
        [3, 0],
        [-5, 7],
      ],
      4.5,
      colour,
    )
    context.restore()
  }
}

/** The drawn parts of a stroke, as lists of consecutive points. */
function runsOf(points: readonly Point[], covered: readonly boolean[]): Point[][] {
  const runs: Point[][] = []
  for (const [index, point] of points.entries()) {
    if (covered[index] !== true) continue
    if (covered[index - 1] === true) runs.at(-1)?.push(point)
    else runs.push([point])
  }
  return runs
}
