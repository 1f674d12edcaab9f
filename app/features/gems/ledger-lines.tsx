import { isSameYear } from 'date-fns/isSameYear'
import { parseISO } from 'date-fns/parseISO'
import { useEffect, useMemo, useRef, useState } from 'react'
import { pageSizes } from '#domain/contract/constants.ts'
import type { Day } from '#domain/contract/days.ts'
import type { GemEntry } from '#domain/contract/gems.ts'
import { plusDays } from '#domain/rules/days.ts'
import { entriesByDay } from '#domain/rules/gems.ts'
import type { MomentClock } from '#app/lib/time/moments.ts'
import { Icon } from '#app/ui/media/icon.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { GemMark } from '#app/ui/media/gem-mark.tsx'
import { capitalized, formatDay } from '#app/texts/dates.ts'
import { gems } from '#texts/gems'
import { ui } from '#texts/ui'

/** Lines shown at first, and added by each 'Show more'. */
const pageSize = 50

export type LedgerLinesProps = MomentClock & { entries: readonly GemEntry[] }

export function LedgerLines({ entries, today, dayOf, timeOf }: LedgerLinesProps) {
  const [most, setMost] = useState(pageSize)
  const days = useMemo(() => entriesByDay(entries.slice(0, most), dayOf), [entries, most, dayOf])
  const lines = useRef<HTMLDivElement>(null)
  // Moves focus to the first new line, because the button may be gone.
  useEffect(() => {
    if (most > pageSize) lines.current?.querySelectorAll('li')[most - pageSize]?.focus()
  }, [most])
  return (
    <div ref={lines} className="flex min-w-0 flex-1 flex-col gap-5">
      {days.map(({ day, entries: ofDay }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`} className="text-muted mb-2 text-base">
            {capitalized(wordsOf(day, today))}
          </h3>
          <ul className="border-line bg-panel divide-line divide-y rounded-card border">
            {ofDay.map((entry) => (
              <Line key={entry.id} entry={entry} time={timeOf(entry.createdAt)} />
            ))}
          </ul>
        </section>
      ))}
      {entries.length > most ? (
        <Button variant="quiet" className="self-center" onClick={() => setMost(most + pageSize)}>
          {gems.showMore}
        </Button>
      ) : (
        entries.length >= pageSizes.gemEntries && <p className="text-muted text-center text-sm">{gems.onlyLatest}</p>
      )}
    </div>
  )
}

type LineProps = { entry: GemEntry; time: string }

function Line({ entry: { amount, reason, title, icon, createdAt }, time }: LineProps) {
  const came = amount >= 0
  const sign = came ? '+' : '−'
  return (
    <li
      tabIndex={-1}
      className="flex items-center gap-3 px-3 py-2.5 outline-offset-[-3px] first:rounded-t-card last:rounded-b-card sm:px-4"
    >
      <span
        aria-hidden
        className={cn(
          'grid size-10 shrink-0 place-items-center rounded-control text-xl',
          came ? 'bg-gem-soft' : 'bg-coral-soft',
        )}
      >
        <Icon icon={icon} />
      </span>
      <div className="min-w-0 flex-1">
        <p translate="no" dir="auto" className="leading-snug font-bold wrap-anywhere">
          {title}
        </p>
        <p className="text-muted text-sm">
          <span>{`${gems.reasons[reason]} · `}</span>
          <time translate="no" dateTime={createdAt}>
            {time}
          </time>
        </p>
      </div>
      <p
        className={cn(
          'font-display flex shrink-0 items-center gap-1.5 text-lg font-bold tabular-nums',
          came ? 'text-gem-ink' : 'text-coral-ink',
        )}
      >
        <span aria-hidden translate="no">
          {`${sign}${Math.abs(amount)}`}
        </span>
        <GemMark className="size-4" />
        <span className="sr-only">{`${sign}${ui.gems(Math.abs(amount))}`}</span>
      </p>
    </li>
  )
}

function wordsOf(day: Day, today: Day): string {
  if (day === today) return gems.today
  if (day === plusDays(today, -1)) return gems.yesterday
  return formatDay(day, isSameYear(parseISO(day), parseISO(today)) ? 'weekdayAndDay' : 'weekdayAndDayWithYear')
}
