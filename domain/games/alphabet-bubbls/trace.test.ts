import { describe, expect, test } from 'vitest'
import { nextInteger } from '../chance.ts'
import { capitalLetters, smallLetters, type Glyph } from './glyphs.ts'
import { canvasSize, dotsOf, hitTolerance, letterOf, piecesOf, type Stroke } from './letters.ts'
import { at, distance, type Point } from './pen.ts'
import {
  canBegin,
  isAdvancing,
  isDrawn,
  isEnough,
  nextDotOf,
  emptyTrace,
  penDown,
  penTo,
  penUp,
  type Trace,
} from './trace.ts'

const glyphs: readonly Glyph[] = [...capitalLetters, ...smallLetters]
const strokeOf = (glyph: Glyph, index = 0) => {
  const stroke = letterOf(glyph).strokes[index]
  if (stroke === undefined) throw new RangeError(`${glyph} has no stroke ${index}`)
  return stroke
}
const draw = (stroke: Stroke, way: readonly Point[], trace: Trace = emptyTrace(stroke)): Trace =>
  penUp(way.slice(1).reduce((drawn, to) => penTo(stroke, drawn, to), penDown(stroke, trace, way[0] ?? [0, 0])))
const moved = (way: readonly Point[], x: number, y: number) => way.map((point): Point => [point[0] + x, point[1] + y])
const partOf = ({ covered }: Trace) => covered.filter(Boolean).length / covered.length

describe('what counts as drawn', () => {
  test('every stroke of every letter drawn along its points is whole', () => {
    for (const glyph of glyphs)
      for (const stroke of letterOf(glyph).strokes) expect(partOf(draw(stroke, stroke.points)), glyph).toBe(1)
  })

  test('a fast hand that is seen only now and then drew what lies between', () => {
    const stick = strokeOf('l')
    expect(partOf(draw(stick, [stick.points[0] ?? [0, 0], stick.points.at(-1) ?? [0, 0]]))).toBe(1)
  })

  test('within 30 units beside the stroke counts, further away does not', () => {
    const stick = strokeOf('l')
    expect(partOf(draw(stick, moved(stick.points, 30, 0)))).toBe(1)
    expect(partOf(draw(stick, moved(stick.points, 30.5, 0)))).toBe(0)
  })

  test('more than 60 % is enough, 60 % is not', () => {
    const stick = strokeOf('l')
    const drawn = (count: number): Trace => ({
      ...emptyTrace(stick),
      covered: stick.points.map((_, index) => index < count),
    })
    const all = stick.points.length
    expect(isEnough({ ...drawn(0), covered: [true, true, true, false, false] })).toBe(false)
    expect(isEnough(drawn(Math.floor(all * 0.6) + 1))).toBe(true)
    expect(isEnough(drawn(Math.floor(all * 0.6)))).toBe(false)
  })

  test('10,000 scribbles: a point counts only with ink within 30 units of it', () => {
    let chance = 5
    const whole = (least: number, most: number) => {
      let value: number
      ;[value, chance] = nextInteger(chance, least, most)
      return value
    }
    let wrong = 0
    for (let scribble = 0; scribble < 10_000; scribble++) {
      const { strokes } = letterOf(glyphs[scribble % glyphs.length] ?? 'A')
      const stroke = strokes[whole(0, strokes.length - 1)] ?? strokeOf('A')
      const ink = Array.from({ length: 4 }, (): Point => [whole(0, 400), whole(0, 400)])
      // Dot by dot: nothing is drawn between.
      const { covered } = ink.reduce((trace, at) => penUp(penDown(stroke, trace, at)), emptyTrace(stroke))
      for (const [index, point] of stroke.points.entries()) {
        if (covered[index] === true && ink.every((at) => distance(at, point) > hitTolerance)) wrong++
      }
    }
    expect(wrong).toBe(0)
  })

  test('a stick is not a letter: h b p n r and m want their round too, however the hand trembles', () => {
    for (const glyph of 'hbpnrm'.split('') as Glyph[]) {
      const stroke = strokeOf(glyph)
      const bottom = stroke.points.findIndex(([, y], index) => y > (stroke.points[index + 1]?.[1] ?? y))
      const stick = stroke.points.slice(0, bottom + 1)
      for (const [x, y] of [at(0, 0), at(12, 0), at(-12, 0), at(0, 8), at(0, -8)])
        expect(partOf(draw(stroke, moved(stick, x, y))), glyph).toBeLessThan(0.6)
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
      expect(partOf(draw(stroke, cut)), glyph).toBeGreaterThan(0.8)
    }
  })
})

const allStrokes = glyphs.flatMap((glyph) =>
  letterOf(glyph).strokes.map((stroke, index) => ({ name: `${glyph}${index + 1}`, stroke })),
)
const namesOf = (strokes: typeof allStrokes) => strokes.map(({ name }) => name)

/** Returns rows over the whole paper, there and back, so many units apart. */
const rows = (apart: number): Point[] =>
  Array.from({ length: Math.floor(canvasSize / apart) + 1 }, (_, row): Point[] => {
    const ends = [at(0, row * apart), at(canvasSize, row * apart)]
    return row % 2 === 0 ? ends : ends.toReversed()
  }).flat()
const turned = (way: readonly Point[]) => way.map(([x, y]): Point => [y, x])
const slanted = (way: readonly Point[]) => way.map(([x, y]): Point => [(x + y) / 2, (canvasSize - x + y) / 2])
const spiral = (turns: number) =>
  Array.from({ length: turns * 40 }, (_, step): Point => {
    const radius = (step * canvasSize) / (2 * turns * 40)
    return [canvasSize / 2 + radius * Math.cos(step * 0.157), canvasSize / 2 + radius * Math.sin(step * 0.157)]
  })
function randomWay(seed: number, places: number): Point[] {
  let chance = seed
  return Array.from({ length: places }, (): Point => {
    let [x, y] = [0, 0]
    ;[x, chance] = nextInteger(chance, 0, canvasSize)
    ;[y, chance] = nextInteger(chance, 0, canvasSize)
    return [x, y]
  })
}

describe('a scribble is no stroke', () => {
  const scribbles: Record<string, readonly Point[]> = {
    ...Object.fromEntries(
      [20, 40, 55].flatMap(
        (apart) =>
          [
            [`rows ${apart} apart`, rows(apart)],
            [`columns ${apart} apart`, turned(rows(apart))],
            [`rows ${apart} apart from below`, rows(apart).toReversed()],
            [`columns ${apart} apart from the right`, turned(rows(apart)).toReversed()],
            [`slanted rows ${apart} apart`, slanted(rows(apart))],
          ] as const,
      ),
    ),
    'a spiral': spiral(8),
    'a spiral from outside': spiral(8).toReversed(),
    ...Object.fromEntries([1, 2, 3].map((seed) => [`here and there, ${seed}`, randomWay(seed, 80)])),
    'there and back again': [...rows(25), ...rows(25).toReversed(), ...turned(rows(25))],
  }
  test.each(Object.entries(scribbles))(
    '%s over the whole paper finishes 0 of 82 strokes, and keeps nothing of them',
    (_, way) => {
      expect(allStrokes).toHaveLength(82)
      const scribbled = allStrokes.map(({ name, stroke }) => ({
        name,
        stroke,
        trace: draw(stroke, [stroke.points[0] ?? [0, 0], ...way]),
      }))
      expect(namesOf(scribbled.filter(({ trace }) => isDrawn(trace)))).toEqual([])
      expect(namesOf(scribbled.filter(({ trace }) => isAdvancing(trace)))).toEqual([])
    },
  )

  test('the way back to front is none either: O, Q and o clockwise', () => {
    for (const glyph of 'OQo'.split('') as Glyph[]) {
      const ball = strokeOf(glyph)
      const clockwise = draw(ball, ball.points.toReversed())
      expect([isDrawn(clockwise), isAdvancing(clockwise)], glyph).toEqual([false, false])
    }
  })
})

describe('a small hand', () => {
  /** Moves each point up to so many units beside the stroke. */
  function shaky(points: readonly Point[], units: number, seed: number): Point[] {
    let chance = seed
    return points.map(([x, y]): Point => {
      let [angle, far] = [0, 0]
      ;[angle, chance] = nextInteger(chance, 0, 359)
      ;[far, chance] = nextInteger(chance, 0, units)
      return [x + far * Math.cos((angle * Math.PI) / 180), y + far * Math.sin((angle * Math.PI) / 180)]
    })
  }
  const refusedOf = (hand: (points: readonly Point[]) => readonly Point[]) =>
    namesOf(allStrokes.filter(({ stroke }) => !isDrawn(draw(stroke, hand(stroke.points)))))

  test('that shakes by 20 units draws all 82 strokes, however it shakes', () => {
    const refused = Array.from({ length: 20 }, (_, seed) => refusedOf((points) => shaky(points, 20, seed * 977)))
    expect(refused.flat()).toEqual([])
  })

  test('that draws 20 units too far to one side, or too large or too small by as much, draws all of them', () => {
    for (const [x, y] of [at(20, 0), at(-20, 0), at(0, 20), at(0, -20)])
      expect(refusedOf((points) => moved(points, x, y))).toEqual([])
    for (const size of [0.9, 1.1])
      expect(
        refusedOf((points) => points.map(([x, y]): Point => [200 + (x - 200) * size, 200 + (y - 200) * size])),
      ).toEqual([])
  })

  test('that overshoots the end by 50 units, or lands 30 units before the start, draws all of them', () => {
    const beyond = (points: readonly Point[], from: number, to: number, units: number): Point => {
      const [one, other] = [points.at(from) ?? at(0, 0), points.at(to) ?? at(0, 0)]
      const length = distance(one, other) || 1
      return [other[0] + ((other[0] - one[0]) * units) / length, other[1] + ((other[1] - one[1]) * units) / length]
    }
    expect(refusedOf((points) => [...points, beyond(points, -2, -1, 50)])).toEqual([])
    expect(refusedOf((points) => [beyond(points, 1, 0, 30), ...points])).toEqual([])
  })
})

describe('where a pen may go down', () => {
  test('within 60 units of the start', () => {
    const stick = strokeOf('l')
    const [[x, y] = [0, 0]] = stick.points
    expect(canBegin(stick, emptyTrace(stick), [x + 60, y])).toBe(true)
    expect(canBegin(stick, emptyTrace(stick), [x + 61, y])).toBe(false)
    expect(canBegin(stick, emptyTrace(stick), stick.points.at(-1) ?? [0, 0])).toBe(false)
  })

  test('or where it goes on', () => {
    const stick = strokeOf('l')
    const begun = draw(stick, stick.points.slice(0, 12))
    expect(canBegin(stick, begun, stick.points[14] ?? [0, 0])).toBe(true)
    expect(canBegin(stick, begun, stick.points.at(-1) ?? [0, 0])).toBe(false)
  })

  test('anywhere on the last 60 units of what is drawn, of every stroke, wherever it was lifted', () => {
    const lost = allStrokes.filter(({ stroke }) => {
      const { points } = stroke
      return points.some((_, end) => {
        const begun = draw(stroke, points.slice(0, end + 1))
        return points.slice(Math.max(0, end - 6), end + 1).some(([x, y]) => !canBegin(stroke, begun, [x + 20, y - 20]))
      })
    })
    expect(namesOf(lost)).toEqual([])
    // The ink may have ended beside the stroke.
    const stick = strokeOf('l')
    const strayed = draw(stick, [...stick.points.slice(0, 12), moved(stick.points, 90, 0)[12] ?? [0, 0]])
    expect(canBegin(stick, strayed, moved(stick.points, 100, 0)[12] ?? [0, 0])).toBe(true)
  })

  test('drawn in three goes, each begun on the last 60 units of the one before, every stroke is drawn', () => {
    const refused = allStrokes.filter(({ stroke }) => {
      const third = Math.ceil(stroke.points.length / 3)
      let trace = emptyTrace(stroke)
      for (const part of [0, 1, 2]) {
        const way = stroke.points.slice(Math.max(0, part * third - 6), (part + 1) * third)
        if (way[0] === undefined) continue
        if (!canBegin(stroke, trace, way[0])) return true
        trace = draw(stroke, way, trace)
        if (isDrawn(trace)) return false
        if (!isAdvancing(trace) && part === 0) return true
      }
      return !isDrawn(trace)
    })
    expect(namesOf(refused)).toEqual([])
  })
})

test('every stroke is enough when its dots are tapped one after the other', () => {
  for (const glyph of glyphs) {
    for (const stroke of letterOf(glyph).strokes) {
      let trace = emptyTrace(stroke)
      for (let taps = 0; taps < dotsOf(stroke).length && !isEnough(trace); taps++) {
        const dot = stroke.points[nextDotOf(stroke, trace)] ?? [0, 0]
        expect(canBegin(stroke, trace, dot), glyph).toBe(true)
        trace = penUp(penDown(stroke, trace, dot))
        expect(isAdvancing(trace), glyph).toBe(true)
      }
      expect(isEnough(trace), glyph).toBe(true)
    }
  }
})

test('ink that is mostly beside the stroke, or reaches nothing new, leads nowhere', () => {
  const stick = strokeOf('l')
  const [start = [0, 0]] = stick.points
  expect(isAdvancing(draw(stick, [start, [start[0] + 30, start[1]], [start[0] + 200, start[1]]]))).toBe(false)
  const begun = draw(stick, stick.points.slice(0, 8))
  expect(isAdvancing(begun)).toBe(true)
  expect(isAdvancing(draw(stick, stick.points.slice(0, 8), begun))).toBe(false)
})
