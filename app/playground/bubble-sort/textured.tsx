import { useId } from 'react'
import { texturesOf, type Color, type Shape, type Texture } from '#domain/games/bubble-sort/levels.ts'

/** Colors that small children name so, and most colour-blind people can distinguish: Okabe-Ito, with a lighter orange and pink. */
export const looks: Record<Color, { fill: string; edge: string; sign: string }> = {
  blue: { fill: '#0072b2', edge: '#003f66', sign: '#fffb' },
  yellow: { fill: '#f0e442', edge: '#7d7410', sign: '#6b6200' },
  green: { fill: '#009e73', edge: '#00563e', sign: '#fffc' },
  orange: { fill: '#f27900', edge: '#8a4200', sign: '#fffb' },
  pink: { fill: '#ff94c2', edge: '#a12a63', sign: '#e0408c' },
}

const patterns: Record<Texture, { size: number; lines?: number; d: string }> = {
  stripes: { size: 11, lines: 3.4, d: 'M-3 14 14-3M-3 3 3-3M8 14l6-6' },
  dots: { size: 12, lines: 4.6, d: 'M3 3h.1M9 9h.1' },
  waves: { size: 12, lines: 2.8, d: 'M0 6q3-5 6 0t6 0' },
  checks: { size: 14, d: 'M0 0h7v7H0zM7 7h7v7H7z' },
  crosses: { size: 13, lines: 2.6, d: 'M6.5 2.500v8M2.5 6.500h8' },
}

const outlines: Record<Shape, string> = {
  circle: 'M32 5a27 27 0 1 1 0 54 27 27 0 0 1 0-54Z',
  square: 'M12 7h40q5 0 5 5v40q0 5-5 5H12q-5 0-5-5V12q0-5 5-5Z',
  triangle: 'M28 9q4-6 8 0l24 42q3 6-4 6H8q-7 0-4-6Z',
  star: 'M32 4l8.6 17.8 19.4 2.7-14.1 13.5 3.4 19.400L32 48.2 14.7 57.400l3.4-19.400L4 24.500l19.4-2.700Z',
  heart: 'M32 58C10 42 3 32 4 22 6 8 24 4 32 17 40 4 58 8 60 22c1 10-6 20-28 36Z',
}

export type TexturedProps = { shape: Shape; color?: Color | undefined; texture?: Texture; className?: string }

/** A shape in a color with a texture; plain if the color does not count. */
export function Textured({ shape, color, texture, className }: TexturedProps) {
  const id = useId()
  const look = color && looks[color]
  const { size, lines, d } = patterns[texture ?? (color === undefined ? 'dots' : texturesOf[color][0])]
  return (
    <svg viewBox="0 0 64 64" fill="none" aria-hidden className={className}>
      {look && (
        <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse">
          {lines === undefined ? (
            <path d={d} fill={look.sign} />
          ) : (
            <path d={d} stroke={look.sign} strokeWidth={lines} strokeLinecap="round" />
          )}
        </pattern>
      )}
      <path d={outlines[shape]} fill={look?.fill ?? '#8a84a6'} />
      {look && <path d={outlines[shape]} fill={`url(#${id})`} />}
      <path d={outlines[shape]} stroke={look?.edge ?? '#5f5a7a'} strokeWidth="2.5" strokeLinejoin="round" />
    </svg>
  )
}
