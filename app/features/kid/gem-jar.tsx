import * as m from 'framer-motion/m'
import { useId } from 'react'
import { jarMaximum, jarOf } from '#domain/rules/gems.ts'
import { fadeIn, slowSpring, spring } from '#app/ui/motion/transitions.ts'
import { kid } from '#texts/kid'

// The resting places of ten gems: rows of four, three, two and one.
const places = [
  [117, 290],
  [163, 290],
  [71, 288],
  [209, 288],
  [140, 253],
  [94, 252],
  [186, 252],
  [117, 217],
  [163, 217],
  [140, 181],
] as const

const body =
  'M84 64v16c0 9-6 14-14 19-26 16-38 36-38 64v109c0 32 18 46 54 46h108c36 0 54-14 54-46V163c0-28-12-48-38-64-8-5-14-10-14-19V64Z'
const [ground, brim] = [316, 112]
const heightOf = (fill: number) => ground - fill * (ground - brim)

/** A glass jar, with a rising water line and gems that can be counted. */
export function GemJar({ gems }: { gems: number }) {
  const id = useId()
  const { fill, icons } = jarOf(gems)
  const url = (part: string) => `url(#${id}${part})`
  return (
    <svg
      viewBox="0 0 280 340"
      className="h-88 max-w-full sm:h-100"
      fill="none"
      role="img"
      aria-label={fill === 1 ? kid.fullJar(gems) : kid.jar(gems, jarMaximum)}
    >
      <defs>
        <clipPath id={`${id}inside`}>
          <path d={body} />
        </clipPath>
        <linearGradient id={`${id}glass`}>
          <stop style={{ stopColor: 'var(--glass)' }} />
          <stop offset="0.2" style={{ stopColor: 'var(--glass)' }} stopOpacity="0.35" />
          <stop offset="0.5" style={{ stopColor: 'var(--glass)' }} stopOpacity="0.1" />
          <stop offset="0.82" style={{ stopColor: 'var(--glass)' }} stopOpacity="0.35" />
          <stop offset="1" style={{ stopColor: 'var(--glass)' }} />
        </linearGradient>
        <linearGradient id={`${id}water`} x2="0" y2="1">
          <stop style={{ stopColor: 'var(--water-top)' }} />
          <stop offset="1" style={{ stopColor: 'var(--water-deep)' }} />
        </linearGradient>
        <linearGradient id={`${id}lid`} x2="0" y2="1">
          <stop stopColor="#ffb08c" />
          <stop offset="0.45" stopColor="#ff8a5b" />
          <stop offset="1" stopColor="#e2662f" />
        </linearGradient>
      </defs>
      <ellipse cx="140" cy="322" rx="104" ry="10" fill="#211c3d" fillOpacity="0.14" />
      <path d={body} fill={url('glass')} />
      <g clipPath={url('inside')}>
        {fill > 0 && (
          <m.g initial={false} animate={{ y: Math.round(heightOf(fill)) }} transition={slowSpring}>
            <path d="M-10-4c40-12 70 8 110 0s70-10 110-2 60 6 90-2v240H-10Z" fill={url('water')} fillOpacity="0.5" />
            <path d="M-10 4c44 10 74-8 116-2s68 12 110 2 56-4 84 0v230H-10Z" fill={url('water')} fillOpacity="0.9" />
            <path
              d="M-10 4c44 10 74-8 116-2s68 12 110 2 56-4 84 0"
              stroke="#fff"
              strokeOpacity="0.75"
              strokeWidth="3"
            />
          </m.g>
        )}
        {places.slice(0, icons).map(([x, y]) => (
          <g key={`${x} ${y}`} transform={`translate(${x - 24} ${y - 25}) scale(2)`}>
            <m.g initial={{ y: -72, opacity: 0.4 }} animate={{ y: 0, opacity: 1 }} transition={spring}>
              <path
                d="M6.8 3.5h10.4L22 9.6 12 21.5 2 9.6l4.8-6.1Z"
                fill="#12a594"
                stroke="#063f37"
                strokeWidth="1.2"
                strokeLinejoin="round"
              />
              <path d="M6.8 3.5 2 9.6h5.6L6.8 3.5Z" fill="#5fe0cd" />
              <path d="M7.6 9.6h8.8L12 3.5 7.6 9.6Z" fill="#c4fbf1" />
              <path d="M7.6 9.6 12 21.5 2 9.6h5.6Z" fill="#2cc3b0" />
              <path d="M16.4 9.6 12 21.5 22 9.6h-5.6Z" fill="#087265" />
            </m.g>
          </g>
        ))}
      </g>
      <g style={{ stroke: 'var(--glass-edge)' }} strokeLinecap="round">
        <path strokeWidth="5" strokeLinejoin="round" d={body} />
        {[0.2, 0.4, 0.6, 0.8].map((part) => (
          <path key={part} strokeWidth="3" strokeOpacity="0.8" d={`M246 ${heightOf(part)}h-16`} />
        ))}
      </g>
      <path d="M52 148c-6 14-6 26-6 44v42" stroke="#fff" strokeOpacity="0.85" strokeWidth="9" strokeLinecap="round" />
      <path d="M46 254v10" stroke="#fff" strokeOpacity="0.85" strokeWidth="9" strokeLinecap="round" />
      <rect x="70" y="22" width="140" height="46" rx="13" fill={url('lid')} />
      <path
        d="M92 44v18M108 44v18M124 44v18M140 44v18M156 44v18M172 44v18M188 44v18"
        stroke="#a8410f"
        strokeOpacity="0.35"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M86 33h92" stroke="#fff" strokeOpacity="0.6" strokeWidth="6" strokeLinecap="round" />
      {fill === 1 && (
        <m.g className="fill-sun" {...fadeIn}>
          <path d="m30 70 6 14 14 6-14 6-6 14-6-14-14-6 14-6Z" />
          <path d="m250 34 7 17 17 7-17 7-7 17-7-17-17-7 17-7Z" />
          <path d="m44 18 4 10 10 4-10 4-4 10-4-10-10-4 10-4Z" />
        </m.g>
      )}
    </svg>
  )
}
