/** A filled shape or a line of a picture, in a square of 64 units. */
export type Piece = { d: string; fill: string } | { d: string; stroke: string; width: number }

/** The colours of the pictures, the same in light and dark. */
export const paint = {
  ink: '#211c3d',
  white: '#ffffff',
  cream: '#fff3d1',
  grape: '#6741d9',
  lilac: '#b197fc',
  red: '#e5484d',
  coral: '#ff8a5b',
  orange: '#f08c2e',
  sun: '#ffc53d',
  sky: '#3d9bff',
  ice: '#a9d8ff',
  leaf: '#2f9e44',
  lime: '#74c95a',
  gem: '#0b8a7a',
  mint: '#3fd8c2',
  brown: '#8a5a3b',
  tan: '#e3ae7c',
  grey: '#8a84a6',
  silver: '#cfcbe0',
  pink: '#ff9db8',
  rose: '#e8668c',
} as const

export type Paint = keyof typeof paint

export const fill = (colour: Paint, d: string): Piece => ({ d, fill: paint[colour] })

export const line = (colour: Paint, width: number, d: string): Piece => ({ d, stroke: paint[colour], width })

export const oval = (colour: Paint, x: number, y: number, across: number, down: number): Piece =>
  fill(colour, `M${x - across} ${y}a${across} ${down} 0 1 0 ${across * 2} 0a${across} ${down} 0 1 0 ${-across * 2} 0Z`)

export const dot = (colour: Paint, x: number, y: number, radius: number): Piece => oval(colour, x, y, radius, radius)

export const box = (colour: Paint, x: number, y: number, width: number, height: number, round = 0): Piece =>
  fill(
    colour,
    `M${x + round} ${y}h${width - 2 * round}a${round} ${round} 0 0 1 ${round} ${round}v${height - 2 * round}a${round} ${round} 0 0 1 ${-round} ${round}h${2 * round - width}a${round} ${round} 0 0 1 ${-round} ${-round}v${2 * round - height}a${round} ${round} 0 0 1 ${round} ${-round}Z`,
  )

/** Two eyes with highlights. */
export const eyes = (left: number, right: number, y: number, radius = 3): Piece[] => [
  dot('ink', left, y, radius),
  dot('ink', right, y, radius),
  dot('white', left + radius / 3, y - radius / 3, radius / 3),
  dot('white', right + radius / 3, y - radius / 3, radius / 3),
]
