import { describe, expect, test } from 'vitest'
import { rollWhole } from '../chance.ts'
import { capitalLetters, smallLetters, type Glyph } from './glyphs.ts'
import { dotsOf, hitTolerance, letterOf, piecesOf, type Stroke } from './letters.ts'
import { at, distance, type Point } from './pen.ts'
import { isEnough, isWhole, ledOn, mayBegin, nextDotOf, nothingDrawn, penDown, penTo, penUp, type Trace } from './trace.ts'

const glyphs: readonly Glyph[] = [...capitalLetters, ...smallLetters]
const strokeOf = (glyph: Glyph, index = 0) => {
  const stroke = letterOf(glyph).strokes[index]
  if (stroke === undefined) throw new RangeError(`${glyph} has no stroke ${index}`)
  return stroke
}
const draw = (stroke: Stroke, way: readonly Point[], trace: Trace = nothingDrawn(stroke)): Trace =>
  penUp(way.slice(1).reduce((drawn, to) => penTo(stroke, drawn, to), penDown(stroke, trace, way[0] ?? [0, 0])))
const moved = (way: readonly Point[], x: number, y: number) => way.map((point): Point => [point[0] + x, point[1] + y])
const partOf = ({ covered }: Trace) => covered.filter(Boolean).length / covered.length

describe('what counts as drawn', () => {
  test('every stroke of every letter drawn along its points is whole', () => {
    for (const glyph of glyphs) for (const stroke of letterOf(glyph).strokes) expect(isWhole(draw(stroke, stroke.points)), glyph).toBe(true)
  })

  test('a fast hand that is seen only now and then drew what lies between', () => {
    const stick = strokeOf('l')
    expect(isWhole(draw(stick, [stick.points[0] ?? [0, 0], stick.points.at(-1) ?? [0, 0]]))).toBe(true)
  })

  test('within 30 units beside the stroke counts, further away does not', () => {
    const stick = strokeOf('l')
    expect(partOf(draw(stick, moved(stick.points, 30, 0)))).toBe(1)
    expect(partOf(draw(stick, moved(stick.points, 30.5, 0)))).toBe(0)
  })

  test('more than 60 % is enough, 60 % is not', () => {
    const stick = strokeOf('l')
    const drawn = (count: number): Trace => ({ ...nothingDrawn(stick), covered: stick.points.map((_, index) => index < count) })
    const all = stick.points.length
    expect(isEnough({ ...drawn(0), covered: [true, true, true, false, false] })).toBe(false)
    expect(isEnough(drawn(Math.floor(all * 0.6) + 1))).toBe(true)
    expect(isEnough(drawn(Math.floor(all * 0.6)))).toBe(false)
  })

  test('10,000 scribbles: a point counts only with ink within 30 units of it, and where the pen goes once, always then', () => {
    let chance = 5
    const whole = (least: number, most: number) => {
      let value: number
      ;[value, chance] = rollWhole(chance, least, most)
      return value
    }
    let wrong = 0
    for (let scribble = 0; scribble < 10_000; scribble++) {
      const { strokes } = letterOf(glyphs[scribble % glyphs.length] ?? 'A')
      const stroke = strokes[whole(0, strokes.length - 1)] ?? strokeOf('A')
      const ink = Array.from({ length: 4 }, (): Point => [whole(0, 400), whole(0, 400)])
      // Dot by dot: nothing is drawn between.
      const { covered } = ink.reduce((trace, at) => penUp(penDown(stroke, trace, at)), nothingDrawn(stroke))
      for (const [index, point] of stroke.points.entries()) {
        const isNear = ink.some((at) => distance(at, point) <= hitTolerance)
        // Where the pen goes twice, ink alone does not tell whether it went there twice.
        if (isNear ? covered[index] !== true && stroke.isSecond[index] !== true : covered[index]) wrong++
      }
    }
    expect(wrong).toBe(0)
  })

  test('a stick is not a letter: h b p n r and m want their round too, however the hand trembles', () => {
    for (const glyph of 'hbpnrm'.split('') as Glyph[]) {
      const stroke = strokeOf(glyph)
      const bottom = stroke.points.findIndex(([, y], index) => y > (stroke.points[index + 1]?.[1] ?? y))
      const stick = stroke.points.slice(0, bottom + 1)
      for (const [x, y] of [at(0, 0), at(12, 0), at(-12, 0), at(0, 8), at(0, -8)]) expect(partOf(draw(stroke, moved(stick, x, y))), glyph).toBeLessThan(0.6)
    }
  })

  test('a half drawn by a trembling hand is no whole', () => {
    for (const glyph of glyphs) {
      for (const stroke of letterOf(glyph).strokes.filter(({ points }) => points.length > 40)) {
        const half = stroke.points
          .slice(0, Math.round(stroke.points.length * 0.45))
          .map(([x, y], index) => at(x + 8 * Math.sin(index), y + 8 * Math.cos(1.7 * index)))
        expect(partOf(draw(stroke, half)), glyph).toBeLessThan(0.6)
      }
    }
  })

  test('corners may be cut', () => {
    for (const glyph of 'MNVWZKvwz'.split('') as Glyph[]) {
      const stroke = letterOf(glyph).strokes.at(-1) ?? strokeOf(glyph)
      const corners = piecesOf(stroke.points)
        .map(([first]) => first)
        .slice(1)
      const cut = stroke.points.filter((_, index) => corners.every((corner) => Math.abs(corner - index) > 3))
      expect(partOf(draw(stroke, cut)), glyph).toBeGreaterThan(0.9)
    }
  })

  test('a ball drawn the other way round is a ball', () => {
    const ball = strokeOf('O')
    expect(isEnough(draw(ball, ball.points.toReversed()))).toBe(true)
  })

  test('drawn in two goes, nothing of the first is lost', () => {
    const ball = strokeOf('C')
    const half = Math.round(ball.points.length / 3)
    const first = draw(ball, ball.points.slice(0, half))
    expect(isEnough(first)).toBe(false)
    expect(isEnough(draw(ball, ball.points.slice(half), first))).toBe(true)
  })
})

describe('where a pen may go down', () => {
  test('within 60 units of the start', () => {
    const stick = strokeOf('l')
    const [[x, y] = [0, 0]] = stick.points
    expect(mayBegin(stick, nothingDrawn(stick), [x + 60, y])).toBe(true)
    expect(mayBegin(stick, nothingDrawn(stick), [x + 61, y])).toBe(false)
    expect(mayBegin(stick, nothingDrawn(stick), stick.points.at(-1) ?? [0, 0])).toBe(false)
  })

  test('or where it goes on', () => {
    const stick = strokeOf('l')
    const begun = draw(stick, stick.points.slice(0, 12))
    expect(mayBegin(stick, begun, stick.points[14] ?? [0, 0])).toBe(true)
    expect(mayBegin(stick, begun, stick.points.at(-1) ?? [0, 0])).toBe(false)
  })
})

describe('dot by dot', () => {
  test('every stroke is enough when its dots are tapped one after the other', () => {
    for (const glyph of glyphs) {
      for (const stroke of letterOf(glyph).strokes) {
        let trace = nothingDrawn(stroke)
        for (let taps = 0; taps < dotsOf(stroke).length && !isEnough(trace); taps++) {
          const dot = stroke.points[nextDotOf(stroke, trace)] ?? [0, 0]
          expect(mayBegin(stroke, trace, dot), glyph).toBe(true)
          trace = penUp(penDown(stroke, trace, dot))
          expect(ledOn(trace), glyph).toBe(true)
        }
        expect(isEnough(trace), glyph).toBe(true)
      }
    }
  })
})

test('ink that is mostly beside the stroke, or reaches nothing new, leads nowhere', () => {
  const stick = strokeOf('l')
  const [start = [0, 0]] = stick.points
  expect(ledOn(draw(stick, [start, [start[0] + 30, start[1]], [start[0] + 200, start[1]]]))).toBe(false)
  const begun = draw(stick, stick.points.slice(0, 8))
  expect(ledOn(begun)).toBe(true)
  expect(ledOn(draw(stick, stick.points.slice(0, 8), begun))).toBe(false)
})
