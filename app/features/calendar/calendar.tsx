import { atom, useAtom, useSetAtom } from 'jotai'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { CalendarDays, Grid3x3, Users } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { plusDays } from '#domain/rules/days.ts'
import { calendarDefault, type CalendarView, type QuestOccurrence } from '#domain/rules/occurrences.ts'
import { columnsInOrder, statusOfColumn } from '#domain/rules/columns.ts'
import { useIsPhone } from '#app/lib/device/is-phone.ts'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { questDialogAtom } from '#app/lib/state/open-dialogs.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { useShownMember } from '#app/lib/state/shown-member.ts'
import { storedAtom } from '#app/lib/state/stored-atom.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { membersOf, useCalendar } from '#app/lib/state/use-calendar.ts'
import { useCompletion } from '#app/lib/state/use-completion.ts'
import { whoIsAway } from '#app/lib/text/away-words.ts'
import { capitalized, formatDay, formatMonths } from '#app/texts/dates.ts'
import { Disclosure } from '#app/ui/layout/disclosure.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { LayoutAnimation } from '#app/ui/motion/layout-animation.tsx'
import { useAnnouncedChange } from '#app/state/use-announced.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { SegmentedControl } from '#app/ui/controls/segmented-control.tsx'
import { calendar as texts } from '#texts/calendar'
import { common } from '#texts/common'
import { useReopenQuest, useUndoCompletion } from './use-undo-completion.ts'
import { calendarCompletion } from './calendar-completion.ts'
import { DayColumn } from './day-column.tsx'
import { groupsByMember, type DayGroup } from './day-groups.tsx'
import { TopRow } from '#app/ui/layout/top-row.tsx'
import { DayButtons } from './day-buttons.tsx'
import { OccurrenceRow, type CompletionQuestion } from './occurrence-row.tsx'

/** The number of days that the calendar shows; each visit starts with three. */
const calendarViewAtom = atom<CalendarView>(calendarDefault)

/** Whether a phone groups the quests of a day by member. */
const byMemberAtom = storedAtom('calendarByMember', (text) => text === 'true')

const views = ['7', '1', '3'] as const

const mostDaysAway = 365

// A chunk of its own, because only phones show it.
const WeekStrip = lazyWithPreload(() => import('./week-strip.tsx'))
const CompleteOnDayDialog = lazyWithPreload(async () => ({
  default: (await import('./completion-dialogs.tsx')).CompleteOnDayDialog,
}))
const WhoDidWhatDialog = lazyWithPreload(async () => ({
  default: (await import('./who-did-what-dialog.tsx')).WhoDidWhatDialog,
}))
const TickDialog = lazyWithPreload(async () => ({ default: (await import('./completion-dialogs.tsx')).TickDialog }))
const UndoDialog = lazyWithPreload(async () => ({ default: (await import('./completion-dialogs.tsx')).UndoDialog }))

/** The family's days around today, each with its quests. */
export function Calendar() {
  const [view, setView] = useAtom(calendarViewAtom)
  const { chosen, choose } = useChosenDay(useFamilyClock().today)
  const calendar = useCalendar(view, undefined, chosen)
  const { today, days, columns, members, occurrencesOn } = calendar
  const isPhone = useIsPhone()
  const shownMember = useShownMember()
  const [isByMember, setByMember] = useAtom(byMemberAtom)
  const middle = chosen ?? today
  const openDialog = useSetAtom(questDialogAtom)
  const absences = useFamilyPart('absences')
  useLoadWhenIdle(CompleteOnDayDialog, TickDialog, UndoDialog, WhoDidWhatDialog)
  const [isWeekOpen, setWeekOpen] = useState(false)
  useAnnouncedChange(capitalized(formatDay(middle, 'weekdayAndDay')))
  const { mutate: reopen } = useReopenQuest()
  const { mutate: undo } = useUndoCompletion()
  const { complete } = useCompletion(calendarCompletion())
  const [question, setQuestion] = useState<CompletionQuestion | null>(null)
  const middleRef = useMiddleInSight(view, middle)
  const todoId = columnsInOrder(columns).findLast((column) => statusOfColumn(columns, column.id) === 'todo')?.id

  const rowOn = (day: Day) => (occurrence: QuestOccurrence, of?: FamilyMember) => (
    <OccurrenceRow
      day={day}
      today={today}
      occurrence={occurrence}
      of={of}
      members={members}
      todoId={todoId}
      ask={setQuestion}
      complete={complete}
      reopen={reopen}
      undo={undo}
    />
  )
  const isShown = ({ quest }: QuestOccurrence) => shownMember === null || quest.assigneeIds.includes(shownMember)
  const shownDays = days.map(({ day, occurrences }) => ({ day, occurrences: occurrences.filter(isShown) }))
  const someday = calendar.someday.filter(isShown)
  const [first, last] = [days[0]?.day ?? today, days.at(-1)?.day ?? today]
  const months = (style: 'long' | 'short') => capitalized(formatMonths(first, last, style))
  const dates = isPhone ? capitalized(formatDay(middle, 'shortWeekdayAndDay')) : months('long')
  const groupsOf = (occurrences: readonly QuestOccurrence[]): readonly DayGroup[] =>
    (isPhone ? isByMember : view === 1)
      ? groupsByMember(occurrences, shownMember === null ? members : membersOf([shownMember], members))
      : [{ member: undefined, occurrences }]
  const dialog = question && {
    ...question,
    members,
    now: calendar.occurrenceOn(question.day, question.asked.quest.id),
    onClose: () => setQuestion(null),
  }

  const whoDidWhat = (
    <Button
      variant="bare"
      aria-label={`${dates}, ${texts.whoDidWhat}`}
      className={isPhone ? 'min-w-0 justify-start px-1 text-lg' : 'px-2 text-xl'}
      onClick={() => setWeekOpen(true)}
    >
      <span className="min-w-0 truncate">{dates}</span>
      {!isPhone && <Grid3x3 aria-hidden className="text-muted" />}
    </Button>
  )

  return (
    <section aria-labelledby="calendar" className="flex h-full min-h-0 min-w-0 flex-col gap-1.5">
      {isPhone && (
        <>
          <h2 id="calendar" className="sr-only">
            {texts.title(months('long'))}
          </h2>
          <TopRow>{whoDidWhat}</TopRow>
        </>
      )}
      <div className="flex items-center justify-between gap-x-1 md:flex-wrap md:gap-x-3">
        {!isPhone && (
          <>
            <h2 id="calendar" aria-label={texts.title(months('long'))} className="-ml-2">
              {whoDidWhat}
            </h2>
            <DayButtons middle={middle} step={view} onChoose={choose} />
          </>
        )}
        {chosen !== undefined && !isPhone && (
          <Button variant="bare" className="mr-auto px-2" onClick={() => choose(today)}>
            {texts.backToToday}
          </Button>
        )}
        <SegmentedControl
          label={texts.daysShown}
          value={`${view}`}
          onValueChange={(chosen) => setView(Number(chosen) as CalendarView)}
          options={views.map((value) => ({ value, label: texts.views[value] }))}
          className="md:-my-1 md:ml-auto"
        />
        {isPhone && (
          <span className="flex">
            {chosen !== undefined && (
              <IconButton label={texts.backToToday} icon={<CalendarDays aria-hidden />} onClick={() => choose(today)} />
            )}
            <IconButton
              label={texts.byMember}
              icon={<Users aria-hidden />}
              aria-pressed={isByMember}
              className="aria-pressed:bg-grape-soft aria-pressed:text-grape forced-colors:aria-pressed:border-4"
              onClick={() => setByMember(!isByMember)}
            />
          </span>
        )}
      </div>
      {isPhone && (
        <Suspense fallback={<div className="h-13" />}>
          <WeekStrip chosen={middle} occurrencesOn={occurrencesOn} onChoose={choose} />
        </Suspense>
      )}
      <LayoutAnimation
        scrolls
        className="relative -mx-4 flex min-h-0 flex-1 snap-x snap-mandatory gap-3 overflow-x-auto overscroll-x-contain px-2 pb-4 max-md:items-start md:px-4"
      >
        {shownDays.map((known) => (
          <ErrorBoundary key={known.day}>
            <DayColumn
              day={known}
              isToday={known.day === today}
              away={whoIsAway(absences, members, known.day)}
              isAlone={view === 1}
              isPhone={isPhone}
              members={members}
              groups={groupsOf(known.occurrences)}
              doneOf={known.day > today ? undefined : doneOf(known.occurrences)}
              ref={known.day === middle ? middleRef : undefined}
              onAdd={known.day < today ? undefined : () => openDialog({ kind: 'create', day: known.day })}
              card={rowOn(known.day)}
            />
          </ErrorBoundary>
        ))}
      </LayoutAnimation>
      {someday.length > 0 && (
        <Disclosure label={common.someday} count={someday.length} className="-mt-4 shrink-0">
          <ul
            aria-label={common.someday}
            // No tab stop of its own in Firefox, because its cards are stops.
            tabIndex={-1}
            className="relative grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] content-start gap-2 px-1 pb-4 md:max-h-[30dvh] md:overflow-y-auto md:overscroll-y-contain"
          >
            {someday.map((occurrence) => (
              <li key={occurrence.quest.id} className="cv-auto bg-panel @container list-none rounded-control">
                {rowOn(today)(occurrence)}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {dialog && (
        <Suspense fallback={null}>
          {dialog.kind === 'complete' && <CompleteOnDayDialog {...dialog} />}
          {dialog.kind === 'undo' && <UndoDialog {...dialog} />}
          {dialog.kind === 'tick' && <TickDialog {...dialog} />}
        </Suspense>
      )}
      {isWeekOpen && (
        <Suspense fallback={null}>
          <WhoDidWhatDialog day={middle} onClose={() => setWeekOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** The day in the middle, from the address, so that Back returns to the one before; undefined for today. */
function useChosenDay(today: Day) {
  const [params, setParams] = useSearchParams()
  const { data: day } = Day.safeParse(params.get('day'))
  // Further away nothing is known.
  const isNear = day !== undefined && day >= plusDays(today, -mostDaysAway) && day <= plusDays(today, mostDaysAway)
  const chosen = isNear && day !== today ? day : undefined
  const choose = (day: Day) => setParams(day === today ? {} : { day })
  return { chosen, choose }
}

/** Counts the quests that are done; undefined on a day without quests. */
function doneOf(occurrences: readonly QuestOccurrence[]): number | undefined {
  return occurrences.length === 0 ? undefined : occurrences.filter(({ status }) => status === 'done').length
}

/** Scrolls the chosen day, or today, to the middle when a view opens, and when another day is chosen or begins. */
function useMiddleInSight(view: CalendarView, middle: Day) {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const column = ref.current
    const row = column?.parentElement
    if (!column || !row) return
    row.scrollLeft = column.offsetLeft - (row.clientWidth - column.offsetWidth) / 2
    // These values are not read here, but their change moves the columns.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [view, middle])
  return ref
}
