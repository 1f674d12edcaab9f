import * as m from 'framer-motion/m'
import { useId } from 'react'
import { slowSpring } from '#app/ui/motion/transitions.ts'

/** A glass jar whose water line rises; `level` from 0 to 1. */
export function MiniJar({ level }: { level: number }) {
  const id = useId()
  return (
    <svg viewBox="0 0 60 68" className="h-16 w-14 sm:h-20 sm:w-18" fill="none" aria-hidden>
      <clipPath id={id}>
        <path d="M9 18h42c4 4 5 8 5 14v18c0 10-5 15-14 15H18C9 65 4 60 4 50V32c0-6 1-10 5-14Z" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <path className="fill-gem-soft" d="M0 10h60v58H0z" />
        <m.g initial={false} animate={{ y: Math.round((1 - level) * 44) }} transition={slowSpring}>
          <path className="fill-gem" d="M-4 24c8-4 14 4 22 0s14-4 22 0 14 4 24 0v90H-4Z" fillOpacity="0.85" />
          <g fill="#a5f3e7">
            <path d="m14 54 4-4 4 4-4 6ZM27 46l4-4 4 4-4 6ZM38 55l4-4 4 4-4 6ZM26 60l3-3 3 3-3 4ZM42 40l3-3 3 3-3 5ZM13 38l3-3 3 3-3 5Z" />
          </g>
        </m.g>
      </g>
      <path
        className="stroke-edge"
        d="M9 18h42c4 4 5 8 5 14v18c0 10-5 15-14 15H18C9 65 4 60 4 50V32c0-6 1-10 5-14Z"
        strokeWidth="2.5"
      />
      <rect x="7" y="9" width="46" height="9" rx="4.5" className="fill-coral" />
      <path d="M11 30c0 8-1 14 0 20" stroke="#fff" strokeOpacity="0.8" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
