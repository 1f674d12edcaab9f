import { describe, expect, test } from 'vitest'
import { capitalLetters, lines, penStrokes, smallLetters, type Glyph } from './glyphs.ts'
import { arrowsOf, numbersOf } from './guide.ts'
import { canvasSize, dotsOf, letterOf } from './letters.ts'
import { distance, lengthOf, pointsAlong, type Point } from './pen.ts'

const glyphs: readonly Glyph[] = [...capitalLetters, ...smallLetters]
const strokesOf = (glyph: Glyph) => penStrokes[glyph].map((stroke) => pointsAlong(stroke, 4))
const first = (points: readonly Point[]): Point => points[0] ?? [Number.NaN, Number.NaN]
const last = (points: readonly Point[]): Point => points.at(-1) ?? [Number.NaN, Number.NaN]
const topOf = (points: readonly Point[]) => Math.min(...points.map(([, y]) => y))
const bottomOf = (points: readonly Point[]) => Math.max(...points.map(([, y]) => y))
const isBar = (points: readonly Point[]) => topOf(points) === bottomOf(points) && points.length > 1

test('a letter has as many strokes as children are taught', () => {
  const counts =
    'A3 B2 C1 D2 E4 F3 G1 H3 I3 J2 K2 L1 M2 N2 O1 P2 Q2 R2 S1 T2 U1 V1 W1 X2 Y2 Z1 a1 b1 c1 d1 e1 f2 g1 h1 i2 j2 k2 l1 m1 n1 o1 p1 q1 r1 s1 t2 u1 v1 w1 x2 y2 z1'
  expect(glyphs.map((glyph) => `${glyph}${penStrokes[glyph].length}`).join(' ')).toBe(counts)
})

describe('where a stroke begins and goes', () => {
  // Under the top right, as a c does: the way round to the left goes over the top.
  const curled = 'CGOQSacdfgoqs'.split('') as Glyph[]

  test('a stroke begins at its highest point, a curled one just under it, an e with its bar', () => {
    for (const glyph of glyphs) {
      for (const [index, points] of strokesOf(glyph).entries()) {
        const opening = 'adgq'.includes(glyph) ? points.slice(0, Math.round(points.length / 4)) : points
        if (glyph === 'e') expect(first(points)[1]).toBe((lines.middle + lines.base) / 2)
        else if (index === 0 && curled.includes(glyph))
          expect(first(points)[1] - topOf(opening), glyph).toBeLessThan((lines.base - topOf(opening)) / 5)
        else expect(first(points)[1], glyph).toBe(topOf(points))
      }
    }
  })

  test('bars run from left to right, but the one of G', () => {
    const bars = glyphs.flatMap((glyph) => strokesOf(glyph).filter(isBar))
    // A, E three, F two, H, I two, J, T, f, t.
    expect(bars).toHaveLength(13)
    for (const bar of bars) expect(first(bar)[0]).toBeLessThan(last(bar)[0])
    const g = strokesOf('G').flat()
    expect(last(g)[0]).toBeLessThan(g.at(-5)?.[0] ?? 0)
    for (const glyph of ['L', 'Z', 'z'] as const)
      expect(last(strokesOf(glyph).flat())[0]).toBeGreaterThan(strokesOf(glyph).flat().at(-5)?.[0] ?? 0)
    const [e = []] = strokesOf('e')
    expect(e[5]?.[0]).toBeGreaterThan(first(e)[0])
  })

  /** Whether the pen moves down at the point furthest to one side. */
  const goesDownAt = (points: readonly Point[], side: 'left' | 'right') => {
    const far = Math[side === 'left' ? 'min' : 'max'](...points.map(([x]) => x))
    const place = points.findIndex(([x]) => x === far)
    return (points[place + 1]?.[1] ?? 0) > (points[place - 1]?.[1] ?? 0)
  }

  test('c a d g o q e s f and C G O Q S go round like a c: down their left side', () => {
    for (const glyph of 'cadgoqesfCGOQS'.split('') as Glyph[]) {
      const [points = []] = strokesOf(glyph)
      // The balls are left of their sticks; a hook below is none of the ball.
      const opening = points.slice(0, Math.round(points.length / ('sS'.includes(glyph) ? 3 : 1)))
      const body = opening.filter(([, y]) => y <= lines.base)
      expect(goesDownAt(body, 'left'), glyph).toBe(true)
    }
  })

  test('the bowls of b p B D P R and the humps of h m n r go round the other way: down their right side', () => {
    for (const glyph of 'bpBDPRhmn'.split('') as Glyph[]) {
      const points = strokesOf(glyph).at(-1) ?? []
      const body = glyph === 'R' ? points.filter(([, y]) => y < 104) : points
      expect(goesDownAt(body, 'right'), glyph).toBe(true)
    }
    const r = strokesOf('r').flat()
    expect(last(r)[1]).toBeGreaterThan(r.at(-5)?.[1] ?? Infinity)
  })

  test('d and q begin with their ball, b and p with their stick', () => {
    const widthOfOpening = (glyph: Glyph) => {
      const across = strokesOf(glyph)
        .flat()
        .slice(0, 15)
        .map(([x]) => x)
      return Math.max(...across) - Math.min(...across)
    }
    for (const glyph of ['d', 'q', 'a', 'g'] as const) expect(widthOfOpening(glyph)).toBeGreaterThan(40)
    for (const glyph of ['b', 'p', 'h', 'n', 'm', 'r'] as const) expect(widthOfOpening(glyph)).toBe(0)
  })

  test('dots and the cross-bars of A f t H T J come last', () => {
    for (const glyph of ['i', 'j'] as const)
      expect(strokesOf(glyph).map((points) => points.length > 1)).toEqual([true, false])
    for (const glyph of ['A', 'f', 't', 'H', 'T', 'J'] as const)
      expect(strokesOf(glyph).map(isBar).indexOf(true), glyph).toBe(penStrokes[glyph].length - 1)
  })

  test('the up-strokes of M N V W U, v and w go up: from below without a lift', () => {
    const peaks = { M: [200, 0], N: [200], V: [200], W: [200, 0, 200], U: [200], v: [200], w: [200, 100, 200] }
    for (const [glyph, expected] of Object.entries(peaks)) {
      const points = strokesOf(glyph as Glyph).at(-1) ?? []
      const ways = points.slice(1).map(([, y], index) => Math.sign(y - (points[index]?.[1] ?? 0)))
      const turns = points
        .slice(1)
        .filter((_, index) => ways[index] !== 0 && ways[index] === -(ways.slice(index + 1).find(Boolean) ?? 0))
      expect(
        turns.map(([, y]) => Math.round(y / 10) * 10),
        glyph,
      ).toEqual(expected)
    }
  })

  test('the tails of J g j y hook or slant to the left, the one of q to the right', () => {
    for (const glyph of ['J', 'g', 'j', 'y'] as const) {
      const stroke = strokesOf(glyph)[glyph === 'y' ? 1 : 0] ?? []
      expect(last(stroke)[0], glyph).toBeLessThan(stroke.at(-8)?.[0] ?? 0)
    }
    const q = strokesOf('q').flat()
    expect(last(q)[0]).toBeGreaterThan(100)
  })
})

describe('where a letter stands', () => {
  test('capitals fill top line to base line, the tail of Q a little more', () => {
    for (const glyph of capitalLetters) {
      const points = strokesOf(glyph).flat()
      expect([topOf(points), bottomOf(points)].map(Math.round), glyph).toEqual([0, glyph === 'Q' ? 210 : 200])
    }
  })

  test('small letters fill their zones', () => {
    const zones: Record<string, [number, number]> = {
      bdfhkl: [0, 200],
      t: [28, 200],
      i: [50, 200],
      j: [50, 300],
      gpqy: [100, 300],
      acemnorsuvwxz: [100, 200],
    }
    for (const [some, zone] of Object.entries(zones)) {
      for (const glyph of some.split('') as Glyph[]) {
        const points = strokesOf(glyph).flat()
        expect([topOf(points), bottomOf(points)].map(Math.round), glyph).toEqual(zone)
      }
    }
  })

  const hasGap = (points: readonly Point[], units: number) =>
    points.some((point, index) => !(distance(point, points[index - 1] ?? point) < units))

  test('on the paper every point has room for thick ink and its edge, and points follow each other evenly', () => {
    const isWrong = (points: readonly Point[]) =>
      points.flat().some((value) => !(value > 29 && value < canvasSize - 29)) ||
      hasGap(points, 13) ||
      (points.length > 1 && !(lengthOf(points) / (points.length - 1) > 9))
    expect(glyphs.filter((glyph) => letterOf(glyph).strokes.some(({ points }) => isWrong(points)))).toEqual([])
  })

  test('a pen never jumps: what follows without a lift begins where it is', () => {
    expect(glyphs.filter((glyph) => strokesOf(glyph).some((points) => hasGap(points, 5)))).toEqual([])
  })
})

describe('what guides the hand', () => {
  test('the dots to tap go from the first point to the last, no two too far apart for what lies between', () => {
    for (const glyph of glyphs) {
      for (const stroke of letterOf(glyph).strokes) {
        const dots = dotsOf(stroke)
        expect([dots[0], dots.at(-1)]).toEqual([0, stroke.points.length - 1])
        for (const [index, dot] of dots.entries()) expect(dot - (dots[index - 1] ?? 0)).toBeLessThanOrEqual(6)
      }
    }
  })

  test('every direction has its arrow: four in W, five in m, none in a dot', () => {
    const directions = (glyph: Glyph) => {
      const ups = letterOf(glyph).strokes.flatMap((stroke) =>
        arrowsOf(stroke).map(({ angle }) => Math.sign(Math.round(angle))),
      )
      return ups.filter((up, index) => up !== ups[index - 1]).length
    }
    expect(directions('W')).toBe(4)
    expect(directions('m')).toBe(5)
    for (const glyph of glyphs)
      for (const stroke of letterOf(glyph).strokes)
        expect(arrowsOf(stroke).length > 0, glyph).toBe(stroke.points.length > 1)
  })

  test('the way back up a stick has its arrow beside the one down', () => {
    const [stroke] = letterOf('n').strokes
    const arrows = stroke === undefined ? [] : arrowsOf(stroke)
    const stick = stroke?.points[0]?.[0] ?? 0
    const beside = arrows
      .filter(({ at }) => Math.abs(at[0] - stick) < 12)
      .map(({ at, angle }) => [Math.sign(at[0] - stick), Math.sign(angle)])
    expect(beside).toContainEqual([-1, 1])
    expect(beside).toContainEqual([1, -1])
  })

  test('numbers stand apart from each other and from the ink, within the paper', () => {
    for (const glyph of glyphs) {
      const { strokes } = letterOf(glyph)
      const numbers = numbersOf(strokes)
      expect(numbers).toHaveLength(strokes.length)
      for (const [index, number] of numbers.entries()) {
        for (const other of numbers.slice(0, index)) expect(distance(number, other), glyph).toBeGreaterThan(24)
        const fromInk = strokes.flatMap(({ points }) => points.map((point) => distance(number, point)))
        expect(Math.min(...fromInk), glyph).toBeGreaterThan(22)
        for (const value of number) expect(value > 16 && value < canvasSize - 16, glyph).toBe(true)
      }
    }
  })
})
