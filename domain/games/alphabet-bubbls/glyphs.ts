import { arc, at, type PenStroke } from './pen.ts'

/** The lines for letters, from the top line down; two neighbours are a third of the height apart. */
export const lines = { top: 0, middle: 100, base: 200, descender: 300 } as const

/**
 * The strokes of each letter: our own centre-lines, after the stroke descriptions of Zaner-Bloser's simplified
 * manuscript. Sticks go down, bars right, and parts without a lift are one stroke; d and q begin with their ball, b and
 * p with their stick, which tells them apart while writing.
 */
const capitals = {
  A: [
    [at(80, 0), at(4, 200)],
    [at(80, 0), at(156, 200)],
    [at(35, 118), at(125, 118)],
  ],
  B: [
    [at(0, 0), at(0, 200)],
    [at(0, 0), arc(60, 48, 48, 48, 90, -90), at(0, 96), arc(66, 148, 52, 52, 90, -90), at(0, 200)],
  ],
  C: [[arc(95, 100, 95, 100, 40, 320)]],
  D: [
    [at(0, 0), at(0, 200)],
    [at(0, 0), arc(44, 100, 96, 100, 90, -90), at(0, 200)],
  ],
  E: [
    [at(0, 0), at(0, 200)],
    [at(0, 0), at(112, 0)],
    [at(0, 98), at(88, 98)],
    [at(0, 200), at(112, 200)],
  ],
  F: [
    [at(0, 0), at(0, 200)],
    [at(0, 0), at(112, 0)],
    [at(0, 98), at(88, 98)],
  ],
  G: [[arc(95, 100, 95, 100, 40, 360), at(112, 100)]],
  H: [
    [at(0, 0), at(0, 200)],
    [at(132, 0), at(132, 200)],
    [at(0, 98), at(132, 98)],
  ],
  I: [
    [at(45, 0), at(45, 200)],
    [at(0, 0), at(90, 0)],
    [at(0, 200), at(90, 200)],
  ],
  J: [
    [at(92, 0), arc(45, 147, 47, 53, 0, -155)],
    [at(50, 0), at(134, 0)],
  ],
  K: [
    [at(0, 0), at(0, 200)],
    [at(118, 0), at(6, 104), at(124, 200)],
  ],
  L: [[at(0, 0), at(0, 200), at(108, 200)]],
  M: [
    [at(0, 0), at(0, 200)],
    [at(0, 0), at(82, 200), at(164, 0), at(164, 200)],
  ],
  N: [
    [at(0, 0), at(0, 200)],
    [at(0, 0), at(136, 200), at(136, 0)],
  ],
  O: [[arc(95, 100, 95, 100, 68, 428)]],
  P: [
    [at(0, 0), at(0, 200)],
    [at(0, 0), arc(62, 52, 52, 52, 90, -90), at(0, 104)],
  ],
  Q: [[arc(95, 100, 95, 100, 68, 428)], [at(122, 146), at(186, 210)]],
  R: [
    [at(0, 0), at(0, 200)],
    [at(0, 0), arc(62, 52, 52, 52, 90, -90), at(22, 104), at(122, 200)],
  ],
  S: [[arc(62, 46, 56, 46, 35, 240), arc(66, 154, 58, 46, 60, -145)]],
  T: [
    [at(66, 0), at(66, 200)],
    [at(0, 0), at(132, 0)],
  ],
  U: [[at(0, 0), arc(66, 134, 66, 66, 180, 360), at(132, 0)]],
  V: [[at(0, 0), at(72, 200), at(144, 0)]],
  W: [[at(0, 0), at(50, 200), at(100, 0), at(150, 200), at(200, 0)]],
  X: [
    [at(0, 0), at(130, 200)],
    [at(130, 0), at(0, 200)],
  ],
  Y: [
    [at(0, 0), at(66, 100)],
    [at(132, 0), at(66, 100), at(66, 200)],
  ],
  Z: [[at(0, 0), at(130, 0), at(0, 200), at(130, 200)]],
} satisfies Record<string, readonly PenStroke[]>

const smalls = {
  a: [[arc(50, 150, 50, 50, 50, 360), at(100, 100), at(100, 200)]],
  b: [[at(0, 0), at(0, 200), arc(50, 150, 50, 50, 180, -155)]],
  c: [[arc(50, 150, 50, 50, 42, 318)]],
  d: [[arc(50, 150, 50, 50, 50, 360), at(100, 0), at(100, 200)]],
  e: [[at(2, 150), arc(50, 150, 50, 50, 0, 318)]],
  f: [
    [arc(63, 38, 37, 38, 25, 180), at(26, 200)],
    [at(-10, 100), at(64, 100)],
  ],
  g: [[arc(50, 150, 50, 50, 50, 360), at(100, 100), arc(52, 252, 48, 48, 0, -155)]],
  h: [[at(0, 0), at(0, 200), arc(46, 148, 46, 48, 180, 0), at(92, 200)]],
  i: [[at(0, 100), at(0, 200)], [at(0, 50)]],
  j: [[at(0, 100), arc(-46, 252, 46, 48, 0, -155)], [at(0, 50)]],
  k: [
    [at(0, 0), at(0, 200)],
    [at(80, 100), at(5, 148), at(86, 200)],
  ],
  l: [[at(0, 0), at(0, 200)]],
  m: [[at(0, 100), at(0, 200), arc(40, 144, 40, 44, 180, 0), at(80, 200), arc(120, 144, 40, 44, 180, 0), at(160, 200)]],
  n: [[at(0, 100), at(0, 200), arc(46, 148, 46, 48, 180, 0), at(92, 200)]],
  o: [[arc(50, 150, 50, 50, 50, 410)]],
  p: [[at(0, 100), at(0, 300), arc(50, 150, 50, 50, 180, -155)]],
  q: [[arc(50, 150, 50, 50, 50, 360), at(100, 100), arc(124, 276, 24, 24, 180, 320)]],
  r: [[at(0, 100), at(0, 200), arc(46, 148, 46, 48, 180, 36)]],
  s: [[arc(42, 123, 38, 23, 35, 240), arc(45, 177, 40, 23, 60, -145)]],
  t: [
    [at(36, 28), at(36, 200)],
    [at(0, 100), at(72, 100)],
  ],
  u: [[at(0, 100), arc(46, 152, 46, 48, 180, 360), at(92, 100), at(92, 200)]],
  v: [[at(0, 100), at(42, 200), at(84, 100)]],
  w: [[at(0, 100), at(34, 200), at(68, 100), at(102, 200), at(136, 100)]],
  x: [
    [at(0, 100), at(84, 200)],
    [at(84, 100), at(0, 200)],
  ],
  y: [
    [at(0, 100), at(45, 200)],
    [at(90, 100), at(0, 300)],
  ],
  z: [[at(0, 100), at(82, 100), at(0, 200), at(82, 200)]],
} satisfies Record<string, readonly PenStroke[]>

export type Glyph = keyof typeof capitals | keyof typeof smalls

export const penStrokes: Readonly<Record<Glyph, readonly PenStroke[]>> = { ...capitals, ...smalls }
export const capitalLetters = Object.keys(capitals) as (keyof typeof capitals)[]
export const smallLetters = Object.keys(smalls) as (keyof typeof smalls)[]
