import { useId, type ReactNode } from 'react'
import type { Color, Shape } from '#domain/games/bubble-sort/levels.ts'

/** The Okabe-Ito colors, which most colour-blind people can distinguish, each with a texture for all others. */
const looks: Record<Color, { fill: string; edge: string; size: number; texture: ReactNode }> = {
  blue: {
    fill: '#0072b2',
    edge: '#003f66',
    size: 11,
    texture: <path d="M-3 14 14-3M-3 3 3-3M8 14l6-6" stroke="#fff" strokeOpacity="0.7" strokeWidth="3.4" />,
  },
  yellow: {
    fill: '#f0e442',
    edge: '#7d7410',
    size: 12,
    texture: <path d="M3 3h.1M9 9h.1" stroke="#6b6200" strokeWidth="4.6" strokeLinecap="round" />,
  },
  green: {
    fill: '#009e73',
    edge: '#00563e',
    size: 12,
    texture: <path d="M0 6q3-5 6 0t6 0" stroke="#fff" strokeOpacity="0.8" strokeWidth="2.8" fill="none" />,
  },
  orange: {
    fill: '#d55e00',
    edge: '#7a3600',
    size: 14,
    texture: <path d="M0 0h7v7H0zM7 7h7v7H7z" fill="#fff" fillOpacity="0.45" />,
  },
  pink: {
    fill: '#cc79a7',
    edge: '#7d3a5f',
    size: 13,
    texture: <path d="M6.5 2.500v8M2.5 6.500h8" stroke="#5b1f40" strokeWidth="2.6" strokeLinecap="round" />,
  },
}

const outlines: Record<Shape, string> = {
  circle: 'M32 5a27 27 0 1 1 0 54 27 27 0 0 1 0-54Z',
  square: 'M12 7h40q5 0 5 5v40q0 5-5 5H12q-5 0-5-5V12q0-5 5-5Z',
  triangle: 'M28 9q4-6 8 0l24 42q3 6-4 6H8q-7 0-4-6Z',
  star: 'M32 4l8.6 17.8 19.4 2.7-14.1 13.5 3.4 19.400L32 48.2 14.7 57.400l3.4-19.400L4 24.500l19.4-2.700Z',
  heart: 'M32 58C10 42 3 32 4 22 6 8 24 4 32 17 40 4 58 8 60 22c1 10-6 20-28 36Z',
}

/** A shape in a color with its texture; plain if the color does not count. */
export function Textured({ shape, color, className }: { shape: Shape; color?: Color; className?: string }) {
  const id = useId()
  const look = color && looks[color]
  return (
    <svg viewBox="0 0 64 64" fill="none" aria-hidden className={className}>
      {look && (
        <pattern id={id} width={look.size} height={look.size} patternUnits="userSpaceOnUse">
          {look.texture}
        </pattern>
      )}
      <path d={outlines[shape]} fill={look?.fill ?? '#8a84a6'} />
      {look && <path d={outlines[shape]} fill={`url(#${id})`} />}
      <path d={outlines[shape]} stroke={look?.edge ?? '#5f5a7a'} strokeWidth="2.5" strokeLinejoin="round" />
    </svg>
  )
}
