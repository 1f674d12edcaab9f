import { useSetAtom } from 'jotai'
import { CalendarCheck, Check, Columns3, Sun } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Quest } from '#domain/contract/quests.ts'
import { popOf } from '#domain/rules/pops.ts'
import { nextPaint } from '#app/lib/device/next-frame.ts'
import { playSound } from '#app/lib/device/sound.ts'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { PopEffect } from '#app/ui/motion/pop-effect.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { SegmentedControl } from '#app/ui/controls/segmented-control.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { useUndoOnTile } from '#app/lib/state/use-undo-on-tile.ts'
import { questionOpenAtom } from '#app/lib/state/open-dialogs.ts'
import { useCalendar, type CalendarDays } from '#app/lib/state/use-calendar.ts'
import { isSafeToPress } from '#app/lib/state/kept-commands.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { kid } from '#texts/kid'
import { PopBubbleDialog } from './pop-bubble-dialog.tsx'
import { KidAway } from './kid-away.tsx'
import { KidBoard } from './kid-board.tsx'
import { KidCalendar } from './kid-calendar.tsx'
import type { BubbleProps } from './bubble-props.ts'
import { completionPrompt, type CompletionPrompt } from './completion-prompt.ts'
import { useKnowsHowToPop } from './pops.ts'
import { useDayDone } from './use-day-done.ts'
import { useCompleteWithPop } from './use-complete-with-pop.ts'
import { useKidDay } from './use-kid-day.ts'

const views = [
  { value: 'board', icon: <Columns3 aria-hidden /> },
  { value: 'calendar', icon: <CalendarCheck aria-hidden /> },
] as const

/** Shows a child's quests, and lets the child complete them. */
export default function KidQuests({ member }: BubbleProps) {
  const [view, setView] = useState<'calendar' | 'board'>('calendar')
  const [asked, setAsked] = useState<Asked>()
  const part = useRef<HTMLElement>(null)
  const [isUnreachable, setUnreachable] = useState(false)
  const ask = useCallback((quest: Quest) => {
    // Where nothing can be kept, it is told before the bubble is popped.
    setUnreachable(!isSafeToPress())
    // A repeated key press before the dialog has opened does not open a second one.
    setAsked((before) =>
      before?.last === undefined && before?.quest.id === quest.id
        ? before
        : { quest, number: (before?.number ?? 0) + 1, next: tilesAfter(part.current, quest) },
    )
  }, [])
  const askAgain = useCallback((quest: Quest, failure: 'refused' | 'unreachable') => {
    setUnreachable(failure === 'unreachable')
    setAsked((before) =>
      before !== undefined && before.last === undefined
        ? before
        : { quest, number: (before?.number ?? 0) + 1, next: tilesAfter(part.current, quest) },
    )
  }, [])
  const all = useFamilyPart('quests')
  const calendar = useCalendar(3, member.id)
  const { offer, undoOf } = useUndoOnTile({
    success: ({ questId, gems }) => ({
      title: kid.undone,
      description: kid.undoneMeans(all.find(({ id }) => id === questId)?.title ?? '', gems),
    }),
    failure: kid.undoFailed,
  })
  const { pop, pops, endPop } = useCompleteWithPop(member, calendar, askAgain)
  const isAsked = asked !== undefined && asked.last === undefined
  const setQuestionOpen = useSetAtom(questionOpenAtom)
  useEffect(() => {
    setQuestionOpen(isAsked)
    return () => setQuestionOpen(false)
  }, [isAsked, setQuestionOpen])
  // Hides the optimistic result while the bubble swells.
  const shown = asked?.pressed?.calendar ?? calendar
  const day = useKidDay(shown, member)
  const celebration = useDayDone(day.allDone, !isAsked && pops.length === 0, member.id, calendar.today)
  const hasHint = !useKnowsHowToPop(member.id)
  const question = asked && (asked.last ?? asked.pressed?.question ?? completionPrompt(asked.quest, member, shown, all))
  const close = () => setAsked((now) => now && { ...now, last: question })
  if (calendar.columns.length === 0) {
    return <Notice picture={<BubbleMark className="size-28" />} title={kid.noBoard} />
  }
  return (
    <section ref={part} aria-labelledby="my-quests" className="-mt-2 flex flex-col gap-2">
      <div className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1">
        <h2
          id="my-quests"
          tabIndex={-1}
          className={
            hasHint
              ? 'max-w-max grow basis-28 rounded-control text-lg leading-tight sm:basis-56 sm:text-2xl'
              : 'sr-only'
          }
        >
          {kid.tapQuest}
        </h2>
        {view === 'calendar' && day.absence === undefined && !day.allDone && (
          <>
            {/* The hint is in its place. */}
            <h3
              id="kid-today"
              className={cn(
                'bg-sun-soft flex items-center gap-2 rounded-full px-4 py-1.5 text-xl',
                hasHint && 'max-sm:sr-only',
              )}
            >
              <Sun aria-hidden className="size-7" />
              <span>{kid.today}</span>
            </h3>
            {day.quests.length > 0 && (
              <p className="text-leaf-ink font-display flex shrink-0 items-center gap-1.5 text-xl font-bold tabular-nums [&_svg]:size-6">
                <Check aria-hidden strokeWidth={4} />
                <span translate="no" aria-hidden>{`${day.done} / ${day.quests.length}`}</span>
                <span className="sr-only">{kid.doneOf(day.done, day.quests.length)}</span>
              </p>
            )}
          </>
        )}
        <SegmentedControl
          className="ml-auto shrink-0"
          label={kid.views}
          value={view}
          onValueChange={setView}
          options={views.map((each) => ({ ...each, label: kid[each.value] }))}
        />
      </div>
      {view === 'calendar' ? (
        <KidCalendar calendar={shown} day={day} celebration={celebration} undoOf={undoOf} member={member} onTap={ask} />
      ) : (
        <>
          {day.absence && <KidAway absence={day.absence} today={calendar.today} />}
          <KidBoard calendar={shown} member={member} onTap={ask} />
        </>
      )}
      {asked && question && (
        <PopBubbleDialog
          // Each tap mounts a new dialog; the last one stays while it fades out.
          key={asked.number}
          question={question}
          open={isAsked}
          isUnreachable={isUnreachable}
          onPop={async (...popped) => {
            setUnreachable(false)
            setAsked((now) => now && { ...now, pressed: { question, calendar } })
            const outcome = await pop(...popped)
            if (outcome === 'unreachable') setUnreachable(true)
            if (outcome === 'popped') offer({ quest: asked.quest, memberId: member.id, day: calendar.today })
            // Renders the tile after the burst, because rendering a long list would delay the burst.
            void nextPaint().then(() =>
              setAsked((now) => (now?.number === asked.number ? { ...now, pressed: undefined } : now)),
            )
            return outcome
          }}
          onClose={close}
          // Moves focus to the next open quest when this one is done, or no longer due.
          focusInstead={() =>
            question.over || pops.some(({ quest }) => quest.id === asked.quest.id)
              ? nextOpenTile(part.current, asked.next)
              : null
          }
        />
      )}
      {pops.map((popped) => (
        <PopEffect
          key={popped.quest.id}
          from={popped.from}
          gems={popped.quest.gemValue}
          pop={popOf(popped.quest.id, calendar.today)}
          onLand={() => {
            void popped.isRecorded.then((isRecorded) => isRecorded && playSound('done'))
            popped.onGemsLanded()
          }}
          onEnd={() => endPop(popped)}
        />
      ))}
    </section>
  )
}

/**
 * `next` are the ids of the other quests as they followed when it was asked; `pressed` is the shown state at the press,
 * until the bubble has burst; `last` the question when the dialog closed.
 */
type Asked = {
  quest: Quest
  number: number
  next: readonly (string | undefined)[]
  pressed?: { question: CompletionPrompt; calendar: CalendarDays } | undefined
  last?: CompletionPrompt | undefined
}

const tilesIn = (part: HTMLElement | null) => [...(part?.querySelectorAll<HTMLElement>('[data-quest]') ?? [])]

/** The ids of the quests whose tiles follow that of `quest`, then of those before it. */
function tilesAfter(part: HTMLElement | null, quest: Quest): (string | undefined)[] {
  const ids = tilesIn(part).map((tile) => tile.dataset['quest'])
  const place = ids.indexOf(quest.id)
  return [...ids.slice(place + 1), ...ids.slice(0, Math.max(place, 0))]
}

/** The first of the tiles of these quests that is open, else the heading. */
function nextOpenTile(part: HTMLElement | null, next: Asked['next']): HTMLElement | null {
  const tiles = tilesIn(part)
  const open = next.flatMap(
    (id) => tiles.find((tile) => tile.dataset['quest'] === id)?.querySelector<HTMLElement>('[data-todo]') ?? [],
  )
  return open[0] ?? part?.querySelector<HTMLElement>('h2') ?? null
}
