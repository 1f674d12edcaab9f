import * as m from 'framer-motion/m'
import { jarsByMonth } from '#domain/rules/jars.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { spring } from '#app/ui/motion/transitions.ts'
import { formatMonths } from '#app/texts/dates.ts'
import { kid } from '#texts/kid'

/** Jars of one month that are drawn; the label counts all of them. */
const mostDrawn = 3

/** The jars that all gems ever earned have filled, newest month first; nothing without one. */
export function JarShelf({ memberId }: { memberId: MemberId }) {
  const months = jarsByMonth(useFamilyPart('earned')[memberId] ?? []).toReversed()
  if (months.length === 0) return null
  return (
    <ul aria-label={kid.fullJars} className="flex w-full min-w-0 flex-wrap gap-y-4 md:max-w-sm md:flex-1">
      {months.map(({ month, jars }) => (
        <li key={month} className="flex min-w-0 grow flex-col">
          <span aria-hidden className="flex items-end justify-center gap-1 px-3">
            {Array.from({ length: Math.min(jars, mostDrawn) }, (_, index) => (
              <SmallJar key={index} />
            ))}
          </span>
          {/* Overlaps the next one, so that no gap is seen. */}
          <svg aria-hidden viewBox="0 0 1 12" preserveAspectRatio="none" overflow="visible" className="h-3 w-full">
            <path d="M0 0h1.005v4H0Z" fill="#dba878" />
            <path d="M0 4h1.005v8H0Z" fill="#a8703f" />
          </svg>
          <span aria-hidden className="text-muted px-3 pt-1 text-base font-semibold">
            <span>{formatMonths(month, month, 'short')}</span>
            {jars > 1 && <span translate="no">{` · ${jars}`}</span>}
          </span>
          <span className="sr-only">{kid.jarsFilled(jars, formatMonths(month, month, 'long'))}</span>
        </li>
      ))}
    </ul>
  )
}

const body =
  'M13 11v3c0 2-1.4 3-3 4-4 2.6-6 5.6-6 10v17c0 6 3 9 9 9h22c6 0 9-3 9-9V28c0-4.4-2-7.4-6-10-1.6-1-3-2-3-4v-3Z'

const gems = [
  [8, 40],
  [18, 41],
  [28, 40],
  [12, 31],
  [24, 31],
  [18, 22],
] as const

/** A full jar: a reduced drawing of the big one. */
function SmallJar() {
  return (
    <m.svg
      viewBox="0 0 48 55"
      className="w-12 min-w-0"
      fill="none"
      initial={{ y: -24, opacity: 0 }}
      animate={{ y: 0, opacity: 1 }}
      transition={spring}
    >
      <path d={body} style={{ fill: 'var(--water-top)' }} />
      {gems.map(([x, y]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`} strokeWidth="1" strokeLinejoin="round">
          <path d="M3.2 0h5.6L12 3.8 6 11 0 3.8Z" fill="#12a594" stroke="#063f37" />
          <path d="M3.6 3.8h4.8L6 .6Z" fill="#c4fbf1" />
        </g>
      ))}
      <path d={body} style={{ stroke: 'var(--glass-edge)' }} strokeWidth="2" strokeLinejoin="round" />
      <path d="M8.5 27c-1 2-1 4-1 9" stroke="#fff" strokeOpacity="0.85" strokeWidth="2" strokeLinecap="round" />
      <rect x="10" y="2" width="28" height="10" rx="3" fill="#ff8a5b" />
      <path d="M14 5h18" stroke="#fff" strokeOpacity="0.6" strokeWidth="2" strokeLinecap="round" />
    </m.svg>
  )
}
