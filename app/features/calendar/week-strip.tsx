import { getDate } from 'date-fns/getDate'
import { parseISO } from 'date-fns/parseISO'
import { useLayoutEffect, useRef, type PointerEvent } from 'react'
import type { Day } from '#domain/contract/days.ts'
import { plusDays } from '#domain/rules/days.ts'
import { weekdayOf } from '#domain/rules/due-days.ts'
import type { QuestOccurrence } from '#domain/rules/occurrences.ts'
import { daysOfWeek } from '#domain/rules/weeks.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { formatDay } from '#app/texts/dates.ts'
import { weekdayName } from '#app/texts/weekdays.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { calendar as texts } from '#texts/calendar'
import { byArrows, DayButtons } from './day-buttons.tsx'

/** Pixels across which a finger swipes to another week. */
const swipePixels = 40

export type WeekStripProps = {
  chosen: Day
  occurrencesOn: (day: Day) => readonly QuestOccurrence[]
  onChoose: (day: Day) => void
}

/** The week of the chosen day, for a phone: a tap chooses a day, a swipe or a button the same one of another week. */
export default function WeekStrip({ chosen, occurrencesOn, onChoose }: WeekStripProps) {
  const { today, weekStartsOn } = useFamilyClock()
  const from = useRef<number | undefined>(undefined)
  const strip = useRef<HTMLDivElement>(null)
  const isByKeys = useRef(false)
  // By the arrow keys the focus goes along, also to another week, whose buttons are others.
  useLayoutEffect(() => {
    if (isByKeys.current) strip.current?.querySelector<HTMLElement>(`[data-day='${chosen}']`)?.focus()
    isByKeys.current = false
  }, [chosen])
  const goByKeys = (day: Day) => {
    isByKeys.current = true
    onChoose(day)
  }
  const endSwipe = ({ clientX }: PointerEvent) => {
    const across = clientX - (from.current ?? clientX)
    if (Math.abs(across) >= swipePixels) onChoose(plusDays(chosen, across < 0 ? 7 : -7))
  }
  return (
    <DayButtons middle={chosen} step={7} onChoose={onChoose}>
      <div
        ref={strip}
        className="flex min-w-0 flex-1 touch-pan-y"
        onPointerDown={({ clientX }) => void (from.current = clientX)}
        onPointerUp={endSwipe}
        // The tap that a swipe ends with.
        onClickCapture={(event) => {
          if (event.detail > 0 && Math.abs(event.clientX - (from.current ?? event.clientX)) >= swipePixels)
            event.stopPropagation()
        }}
      >
        {daysOfWeek(chosen, weekStartsOn).map((day) => {
          const statuses = occurrencesOn(day).map(({ status }) => status)
          const done = statuses.filter((status) => status === 'done').length
          const open = statuses.filter(
            (status) => status !== 'done' && status !== 'skipped' && status !== 'unknown',
          ).length
          const isChosen = day === chosen
          return (
            <button
              key={day}
              type="button"
              aria-pressed={isChosen}
              aria-current={day === today ? 'date' : undefined}
              onKeyDown={(event) => byArrows(chosen, goByKeys)(event)}
              data-day={day}
              tabIndex={isChosen ? 0 : -1}
              onClick={() => onChoose(day)}
              className={cn(
                'flex h-13 min-w-0 flex-1 flex-col items-center justify-center rounded-control leading-tight tabular-nums',
                isChosen ? 'bg-grape text-on-grape' : day === today ? 'bg-today text-ink' : 'text-ink hover:bg-sunken',
              )}
            >
              <span className="sr-only">{`${formatDay(day, 'weekdayAndDay')}, ${texts.openAndDone(open, done)}`}</span>
              <span aria-hidden className={cn('text-[0.8125rem]', !isChosen && 'text-muted')}>
                {weekdayName(weekdayOf(day), 'narrow')}
              </span>
              <span aria-hidden translate="no" className="font-bold">
                {getDate(parseISO(day))}
              </span>
              <span aria-hidden className="flex h-2 items-center gap-1">
                {done > 0 && <span className={cn('size-1.5 rounded-full', isChosen ? 'bg-on-grape' : 'bg-leaf')} />}
                {open > 0 && <span className="size-1.5 rounded-full border border-current" />}
              </span>
            </button>
          )
        })}
      </div>
    </DayButtons>
  )
}
