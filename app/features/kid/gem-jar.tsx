import { useId } from 'react'
import { jarMaximum, jarOf } from '#domain/rules/jar.ts'

// Where ten gems come to rest: five on the ground, three on them, two on top.
const places = [
  [120, 268],
  [92, 266],
  [148, 266],
  [64, 258],
  [176, 258],
  [106, 240],
  [134, 240],
  [162, 236],
  [92, 234],
  [120, 214],
] as const

/** A jar of glass, with a water line that rises and gems one can count. */
export function GemJar({ gems }: { gems: number }) {
  const id = useId()
  const { fill, icons } = jarOf(gems)
  return (
    <svg viewBox="0 0 240 300" className="h-80 w-64 sm:h-96 sm:w-80" fill="none" role="img" aria-label={`A jar with ${gems} of ${jarMaximum} gems`}>
      <clipPath id={id}>
        <path d="M44 74h152c14 14 20 30 20 52v112c0 30-18 46-52 46H76c-34 0-52-16-52-46V126c0-22 6-38 20-52Z" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <path className="fill-gem-soft" d="M0 60h240v240H0z" />
        <g className="ease-spring transition-transform duration-700" style={{ transform: `translateY(${Math.round((1 - fill) * 206)}px)` }}>
          <path className="fill-gem" fillOpacity="0.32" d="M-10 84c30-12 50 12 80 0s50-12 80 0 60 12 100 0v260H-10Z" />
          <path className="fill-gem" fillOpacity="0.5" d="M-10 92c34 12 54-10 84 0s54 10 84 0 50-10 92 0v260H-10Z" />
        </g>
        {places.slice(0, icons).map(([x, y]) => (
          <g key={`${x} ${y}`} transform={`translate(${x - 15} ${y - 15}) scale(1.25)`}>
            <path d="M6.8 3.5h10.4L22 9.6 12 21.5 2 9.6l4.8-6.1Z" fill="#12a594" stroke="#063f37" strokeWidth="0.8" />
            <path d="M7.6 9.6h8.8L12 3.5 7.6 9.6Z" fill="#a5f3e7" />
            <path d="M7.6 9.6 12 21.5 2 9.6h5.6Z" fill="#2cc3b0" />
            <path d="M16.4 9.6 12 21.5 22 9.6h-5.6Z" fill="#087265" />
          </g>
        ))}
      </g>
      <path className="stroke-edge" strokeWidth="6" d="M44 74h152c14 14 20 30 20 52v112c0 30-18 46-52 46H76c-34 0-52-16-52-46V126c0-22 6-38 20-52Z" />
      <rect x="34" y="40" width="172" height="34" rx="17" className="fill-coral" />
      <path d="M48 122c-4 30-4 64 0 92" stroke="#fff" strokeOpacity="0.75" strokeWidth="9" strokeLinecap="round" />
    </svg>
  )
}
