import { scaleBand, scaleLinear } from '@visx/scale'
import { BarRounded } from '@visx/shape'
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Day } from '#domain/contract/days.ts'
import type { GemEntry } from '#domain/contract/gems.ts'
import { sumByDay, sumByWeek } from '#domain/rules/gems.ts'
import type { FamilyClock } from '#app/lib/state/use-quests.ts'
import { formatDay } from '#app/texts/dates.ts'
import { locale } from '#app/texts/page-language.ts'
import { gems } from '#texts/gems'

export type FourWeeksProps = FamilyClock & { entries: readonly GemEntry[] }

const weeks = 4
/** Writes 20000 as 20K in languages that have such a form. */
const short = new Intl.NumberFormat(locale, { notation: 'compact' })
const height = 190
const [right, top, bottom] = [4, 8, 24]

/**
 * Draws the gems earned (up) and spent (down) on each of the last 28 days; screen readers get a sentence and a table.
 */
export default function FourWeeks({ entries, today, dayOf }: FourWeeksProps) {
  const days = useMemo(() => sumByDay(entries, today, weeks * 7, dayOf), [entries, today, dayOf])
  const byWeek = useMemo(() => sumByWeek(entries, today, weeks, dayOf), [entries, today, dayOf])
  const earned = byWeek.reduce((sum, week) => sum + week.earned, 0)
  const spent = byWeek.reduce((sum, week) => sum + week.spent, 0)
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-muted text-sm font-bold">{gems.fourWeeks}</span>
        <span className="flex flex-wrap gap-x-4 text-sm font-bold tabular-nums">
          <span className="text-gem-ink flex items-center gap-1.5">
            <Swatch look="came" />
            <span>{gems.earned(earned)}</span>
          </span>
          <span className="text-coral-ink flex items-center gap-1.5">
            <Swatch look="went" />
            <span>{gems.spent(spent)}</span>
          </span>
        </span>
      </figcaption>
      {days.some((day) => day.earned > 0 || day.spent > 0) ? (
        <>
          <Bars days={days} />
          {/* Wraps the table, because a table is as wide as its words whatever its style. */}
          <div className="sr-only">
            <WeekTable weeks={byWeek} />
          </div>
        </>
      ) : (
        <p className="bg-sunken text-muted grid h-24 place-items-center rounded-control px-4 text-center">
          {gems.nothingHappened}
        </p>
      )}
    </figure>
  )
}

function Bars({ days }: { days: ReturnType<typeof sumByDay> }) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const stripes = useId()
  const up = Math.max(...days.map((day) => day.earned))
  const down = Math.max(...days.map((day) => day.spent))
  const y = scaleLinear({ domain: [-down, up], range: [height - bottom, top], nice: 4 })
  const ticks = y
    .ticks(4)
    .filter((tick) => Number.isInteger(tick))
    .map((tick) => ({ tick, words: `${tick < 0 ? '−' : ''}${short.format(Math.abs(tick))}` }))
  // Some languages have no K, and 20.000 needs more space than 20K.
  const left = Math.max(40, ...ticks.map(({ words }) => 8 + 7.5 * words.length))
  const x = scaleBand({
    domain: days.map(({ day }) => day),
    range: [left, Math.max(width - right, left)],
    padding: 0.25,
  })
  const radius = Math.min(4, x.bandwidth() / 2)
  return (
    <div ref={frame} translate="no" aria-hidden data-chart className="w-full">
      <svg width="100%" height={height} className="block overflow-visible text-[0.8125rem]">
        <defs>
          <pattern id={stripes} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="5" height="5" className="fill-coral" />
            <rect width="1.5" height="5" className="fill-panel" />
          </pattern>
        </defs>
        {ticks.map(({ tick, words }) => (
          <g key={tick}>
            <line
              x1={left}
              x2={width - right}
              y1={y(tick)}
              y2={y(tick)}
              strokeWidth={tick === 0 ? 1.5 : 1}
              className={tick === 0 ? 'stroke-edge' : 'stroke-line'}
            />
            <text x={left - 8} y={y(tick)} dy="0.35em" textAnchor="end" className="fill-muted tabular-nums">
              {words}
            </text>
          </g>
        ))}
        {days.map(({ day, earned, spent }, index) => (
          <g key={day}>
            {earned > 0 && (
              <BarRounded
                x={x(day) ?? 0}
                y={y(earned)}
                width={x.bandwidth()}
                height={y(0) - y(earned)}
                radius={radius}
                top
                className="fill-gem"
              />
            )}
            {spent > 0 && (
              <BarRounded
                x={x(day) ?? 0}
                y={y(0)}
                width={x.bandwidth()}
                height={y(-spent) - y(0)}
                radius={radius}
                bottom
                fill={`url(#${stripes})`}
                className="stroke-coral-ink"
              />
            )}
            {index % 7 === 0 && (
              <text x={x(day) ?? 0} y={height - 4} className="fill-muted">
                {formatDay(day, 'shortDay')}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}

function WeekTable({ weeks: rows }: { weeks: ReturnType<typeof sumByWeek> }) {
  const words = (day: Day) => formatDay(day, 'day')
  return (
    <table>
      <caption>{gems.table.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{gems.table.week}</th>
          <th scope="col">{gems.table.earned}</th>
          <th scope="col">{gems.table.spent}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ from, to, earned, spent }) => (
          <tr key={from}>
            <th scope="row">{gems.fromTo(words(from), words(to))}</th>
            <td translate="no">{earned}</td>
            <td translate="no">{spent}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A legend swatch: plain as the bars upwards, striped as the bars downwards. */
function Swatch({ look }: { look: 'came' | 'went' }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden className="size-3">
      <rect width="12" height="12" rx="3" className={look === 'came' ? 'fill-gem' : 'fill-coral'} />
      {look === 'went' && (
        <path d="M-1 5 5 -1M-1 9 9 -1M1 13 13 1M5 13l8-8" strokeWidth="1.5" className="stroke-panel" />
      )}
    </svg>
  )
}

/** Width of an element in pixels, kept up to date; 0 before it is drawn. */
function useWidth(ref: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
