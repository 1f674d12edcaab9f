/**
 * How the pieces of a burst bubble look and fly. `near` and `far` are their distances from the middle half way and at
 * the end, in parts of the bubble's size; the last number of pixels falls.
 */
type PopLook = {
  borderRadius?: string
  clipPath?: string
  near: number
  /** By turns. */
  far: readonly number[]
  /** Radians by which the way turns. */
  turn?: number
  /** Parts of the bubble's size by which a piece is higher half way and lower at the end. */
  lift?: readonly [near: number, far: number]
  fall: number
  /** Degrees by which a piece has turned at the end. */
  spin?: number
}

const star = 'polygon(50% 0,61% 35%,98% 35%,68% 57%,79% 91%,50% 70%,21% 91%,32% 57%,2% 35%,39% 35%)'
const drops: PopLook = { borderRadius: '50%', near: 0.45, far: [0.9, 0.7], fall: 26 }

/** Drops, stars, a fountain, a spiral, confetti, petals, balloons and rings. */
const looks: readonly PopLook[] = [
  drops,
  { clipPath: star, near: 0.55, far: [1.1, 0.8, 0.8], fall: 0, spin: 180 },
  { borderRadius: '50% 0 50% 50%', near: 0.4, far: [0.75, 0.5], lift: [-0.8, 0.3], fall: 60 },
  { clipPath: 'polygon(50% 0,100% 50%,50% 100%,0 50%)', near: 0.5, far: [0.95], turn: 1, fall: 0, spin: 270 },
  { borderRadius: '15%', near: 0.6, far: [0.6, 1, 0.8], fall: 70, spin: 420 },
  { borderRadius: '0 100%', near: 0.35, far: [0.75], turn: 0.4, fall: 12, spin: 90 },
  { borderRadius: '50%', near: 0.4, far: [0.5, 0.6], lift: [0, -0.5], fall: -50 },
  { borderRadius: '30%', near: 0.4, far: [1, 0.6], fall: 0, spin: 45 },
]

type Place = readonly [x: number, y: number]

/** The look of a piece of one of the pops, and its places half way and at the end. */
export function pieceOf(pop: number, index: number, angle: number) {
  const { near, far, turn = 0, lift = [0, 0], fall, spin = 0, ...style } = looks[pop] ?? drops
  const at = (distance: number, turned: number, down: number): Place => [
    Math.cos(angle + turned) * distance,
    Math.sin(angle + turned) * distance + down,
  ]
  return {
    style,
    spin,
    fall,
    near: at(near, turn, lift[0]),
    far: at(far[index % far.length] ?? near, 2 * turn, lift[1]),
  }
}
