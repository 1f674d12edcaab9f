import { getDate } from 'date-fns/getDate'
import { parseISO } from 'date-fns/parseISO'
import { Plus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { QuestOccurrence } from '#domain/rules/occurrences.ts'
import { useProgressiveCount } from '#app/lib/device/use-progressive-count.ts'
import { capitalized, formatDay } from '#app/texts/dates.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import type { CalendarDay } from '#app/lib/state/use-calendar.ts'
import { away as texts } from '#texts/away'
import { calendar } from '#texts/calendar'
import { quests } from '#texts/quests'

export type DayColumnProps = {
  day: CalendarDay
  isToday: boolean
  /** Who is away: 'Mia and Leo', with a picture. */
  away: readonly { picture: string; who: string }[]
  /** The only visible day: it has the full width, on a phone too. */
  isAlone: boolean
  /** The number of done quests; undefined where it has no meaning, as in the future. */
  doneOf: number | undefined
  ref?: Ref<HTMLElement> | undefined
  /** Adds a quest for this day; undefined for one that is over. */
  onAdd: (() => void) | undefined
  card: (occurrence: QuestOccurrence) => ReactNode
}

export function DayColumn({
  day: { day, occurrences },
  isToday,
  away,
  isAlone,
  doneOf,
  ref,
  onAdd,
  card,
}: DayColumnProps) {
  const count = useProgressiveCount(occurrences.length)
  return (
    <section
      ref={ref}
      aria-label={formatDay(day, 'weekdayAndDay')}
      aria-current={isToday ? 'date' : undefined}
      data-glide-home={day}
      className={cn(
        '@container flex min-h-0 min-w-[9.5rem] flex-1 snap-center flex-col rounded-card border-2 max-md:snap-always',
        isToday ? 'bg-today border-today-edge' : 'bg-sunken border-transparent',
        isAlone ? 'mx-auto max-w-3xl' : 'max-md:min-w-[82vw]',
      )}
    >
      <header className="flex items-end justify-between gap-x-2 px-3 pt-2.5 pb-2">
        <h3 className="flex flex-col">
          <span className="text-muted text-sm">{`${capitalized(formatDay(day, 'weekday'))} `}</span>
          <span className="flex h-10 items-center gap-2">
            <span translate="no" className="text-2xl tabular-nums">
              {getDate(parseISO(day))}
            </span>
            {isToday && (
              <span className="bg-grape text-on-grape rounded-full px-2.5 py-1 text-sm">{calendar.today}</span>
            )}
          </span>
        </h3>
        {doneOf !== undefined && (
          <p className="text-muted hidden py-2 text-sm font-semibold tabular-nums @[14rem]:block">
            {calendar.doneOf(doneOf, occurrences.filter(({ status }) => status !== 'skipped').length)}
          </p>
        )}
      </header>
      {away.map(({ picture, who }) => (
        <p key={who} className="text-muted flex items-center gap-1.5 px-3 pb-2 text-sm font-semibold wrap-anywhere">
          <span aria-hidden translate="no">
            {picture}
          </span>
          <span>{texts.isAway(who)}</span>
        </p>
      ))}
      {occurrences.length === 0 ? (
        <div className="text-muted border-line mx-2 flex min-h-20 flex-col items-center justify-center rounded-card border-2 border-dashed p-3 text-center text-sm">
          <p>{calendar.noQuests}</p>
          {isToday && onAdd && (
            <Button variant="bare" onClick={onAdd}>
              <Plus aria-hidden />
              <span>{quests.addQuest}</span>
            </Button>
          )}
        </div>
      ) : (
        <ul
          data-glide-list
          // No tab stop of its own in Firefox, because its cards are stops.
          tabIndex={-1}
          className="relative flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto overscroll-y-contain rounded-b-[1.125rem] px-2 pt-0.5 pb-2"
        >
          {occurrences.slice(0, count).map((occurrence) => (
            <li
              key={occurrence.quest.id}
              // A recurring quest has a card on each day; a once-quest has one card, which moves between days.
              data-glide={occurrence.quest.recurring === 'once' ? occurrence.quest.id : `${occurrence.quest.id} ${day}`}
              className="cv-auto shrink-0 list-none"
            >
              {card(occurrence)}
            </li>
          ))}
        </ul>
      )}
      {onAdd && !(isToday && occurrences.length === 0) && (
        <Button
          variant="bare"
          aria-label={`${quests.addQuest}, ${formatDay(day, 'weekdayAndDay')}`}
          className="mx-2 mb-1 shrink-0"
          onClick={onAdd}
        >
          <Plus aria-hidden />
          <span>{quests.addQuest}</span>
        </Button>
      )}
    </section>
  )
}
