import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { absenceOn } from '#domain/rules/absences.ts'
import { popOf } from '#domain/rules/pops.ts'
import { canBeCompleted } from '#domain/rules/quests.ts'
import { playPop } from '#app/lib/device/celebration-sounds.ts'
import { playSound } from '#app/lib/device/sound.ts'
import { useCompletion } from '#app/lib/state/use-completion.ts'
import { useCalendar } from '#app/lib/state/use-calendar.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { refundToast } from '#app/lib/text/refund-toast.ts'
import { capitalized, formatDay } from '#app/texts/dates.ts'
import { announce } from '#app/state/announce.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { Animated, Presence } from '#app/ui/motion/animated.tsx'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { DayBubbles } from '#app/ui/motion/day-bubbles.tsx'
import { PopEffect } from '#app/ui/motion/pop-effect.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { LayoutAnimation } from '#app/ui/motion/layout-animation.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { useUndoOnTile } from '#app/lib/state/use-undo-on-tile.ts'
import { useFamilyPart, useIsPending } from '#app/lib/state/family-store.ts'
import { common } from '#texts/common'
import { wall } from '#texts/wall'
import { inRows } from './in-rows.ts'
import { childrenFirst, daysOfMembers } from './member-days.ts'
import { useIsNight } from './use-is-night.ts'
import { useSilentVideo } from './use-silent-video.ts'
import { WallClock } from './wall-clock.tsx'
import { WallColumn } from './wall-column.tsx'
import { ChooseCompleterDialog, wallCompletion, type PoppedFace } from './choose-completer-dialog.tsx'

/**
 * Milliseconds after a pop in which taps are ignored, so that the tile under the tapped face, or the one that moves up
 * to the tapped tile, does not take a second tap.
 */
const tapGuardMs = 600

/** The question who did a quest, about a tile of `ownerId`; with `isOther` somebody else did it. */
type Asked = { quest: Quest; ownerId: MemberId; isOther: boolean }

export type WallProps = {
  members: readonly FamilyMember[]
  /** Whether this device completes the quest for the member. */
  mayComplete: (member: FamilyMember, quest: Quest) => boolean
  /** Whether this device may take back a completion a moment later. */
  mayUndo: boolean
}

/** The quests of today for the whole family. */
export function Wall({ members, mayComplete, mayUndo }: WallProps) {
  const { today, days, columns } = useCalendar(1)
  const absences = useFamilyPart('absences')
  const [asked, ask] = useState<Asked>()
  const [pops, setPops] = useState<readonly (PoppedFace & { to: Element | null })[]>([])
  const lastPop = useRef<{ at: number; column: MemberId | undefined }>({ at: -Infinity, column: undefined })
  const isCommandPending = useIsPending()
  const { completeAsync: completeAtOnce } = useCompletion(wallCompletion())
  const { offer, undoOf } = useUndoOnTile({
    success: (taken) => refundToast([taken]),
    failure: (error) => {
      ask(undefined)
      return { title: common.error, description: sentenceFrom(error, wall.undoFailed), destructive: true }
    },
  })

  const occurrences = days.find(({ day }) => day === today)?.occurrences ?? []
  const memberDays = daysOfMembers(occurrences, members, (id) => absenceOn(absences, id, today))
  const nameOf = (memberId: MemberId) => members.find(({ id }) => id === memberId)?.displayName ?? common.somebody
  const owner = members.find(({ id }) => id === asked?.ownerId)
  const askedNow = occurrences.find(({ quest }) => quest.id === asked?.quest.id)
  // Until the undo shows, the faces would be shown as done.
  const isUndoing = asked?.isOther === true && askedNow?.doneBy.includes(asked.ownerId) === true

  const tapOn = (member: FamilyMember) => (quest: Quest) => {
    if (!mayComplete(member, quest) || !canBeCompleted(quest, columns)) return undefined
    return (tile: Element) => {
      const { at, column } = lastPop.current
      const isGuarded = column === undefined || column === member.id
      if (isGuarded && performance.now() - at <= tapGuardMs) return
      if (isCertain(member, quest)) complete(member, quest, tile)
      else ask({ quest, ownerId: member.id, isOther: false })
    }
  }
  /** Takes a completion back, and asks who it was. */
  const undoFor =
    ({ id }: FamilyMember) =>
    (quest: Quest) => {
      const undo = undoOf(quest, id)
      return (
        undo &&
        (() => {
          undo()
          ask({ quest, ownerId: id, isOther: true })
        })
      )
    }
  /** Nobody has to be asked: the quest is for this member alone, and this device may take the completion back. */
  const isCertain = ({ hasPin }: FamilyMember, { assigneeIds }: Quest) => mayUndo && !hasPin && assigneeIds.length === 1
  const complete = (member: FamilyMember, quest: Quest, tile: Element) => {
    const answer = completeAtOnce({ quest, memberId: member.id, day: today })
    const isRecorded = answer.catch(() => false)
    const popped = { from: tile.getBoundingClientRect(), quest, member, isRecorded }
    pop(popped, member.id)
    void isRecorded.then((isNew) => isNew || takeBack(popped, undefined))
  }
  const pop = (popped: PoppedFace, column?: MemberId) => {
    lastPop.current = { at: performance.now(), column }
    playPop(popOf(popped.quest.id, today))
    const { quest, member, isRecorded } = popped
    if (mayUndo) void isRecorded.then((isNew) => isNew && offer({ quest, memberId: member.id, day: today }))
    setPops((known) => [...known, { ...popped, to: document.querySelector(`[data-gems-of="${popped.member.id}"]`) }])
  }
  const land = (landed: PoppedFace) => {
    playSound('gem')
    setPops((known) => known.filter((other) => other !== landed))
    // The tile to which the focus would return is no button any more.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-wall-column="${landed.member.id}"]`)?.focus({ preventScroll: true })
  }
  const takeBack = (refused: PoppedFace, question: typeof asked) => {
    setPops((known) => known.filter(({ from }) => from !== refused.from))
    if (question !== undefined) ask((now) => now ?? question)
  }
  const isOver =
    !isCommandPending &&
    memberDays.some(({ quests }) => quests.length > 0) &&
    memberDays.every(({ quests }) => quests.every(({ state }) => state === 'done' || state === 'theirs'))
  return (
    <>
      <AllDone isOver={isOver} icons={memberDays.flatMap(({ quests }) => quests.map(({ quest }) => quest.icon))} />
      {memberDays.length === 0 ? (
        <Notice
          className="my-auto text-xl"
          picture={<BubbleMark className="size-32" />}
          title={wall.noQuests}
          text={wall.noQuestsHint}
        />
      ) : (
        <LayoutAnimation className="min-h-0 flex-1">
          <div
            // No tab stop of its own in Firefox, because its columns have stops.
            tabIndex={-1}
            className="grid h-full gap-3 outline-none max-sm:h-auto short:h-auto sm:auto-rows-[minmax(12rem,1fr)] short:auto-rows-auto sm:grid-cols-[repeat(var(--few),minmax(0,1fr))] sm:overflow-y-auto lg:grid-cols-[repeat(var(--many),minmax(0,1fr))] sm:max-lg:landscape:grid-cols-[repeat(var(--many),minmax(0,1fr))] 2xl:grid-cols-[repeat(var(--most),minmax(0,1fr))]"
            style={columnsAcross(memberDays.length)}
          >
            {memberDays.map((day) => (
              <ErrorBoundary key={day.member.id}>
                <WallColumn day={day} nameOf={nameOf} tapOn={tapOn(day.member)} undoOf={undoFor(day.member)} />
              </ErrorBoundary>
            ))}
          </div>
        </LayoutAnimation>
      )}
      {asked !== undefined && owner !== undefined && !isUndoing && (
        <ChooseCompleterDialog
          asked={asked.quest}
          now={askedNow}
          owner={owner}
          isOther={asked.isOther}
          others={othersFor(asked.quest, members).filter(
            (member) => member !== owner && mayComplete(member, asked.quest),
          )}
          day={today}
          onPop={(popped) => pop(popped)}
          onTakenBack={(refused, askAgain) => takeBack(refused, askAgain ? asked : undefined)}
          onClose={() => ask(undefined)}
        />
      )}
      {pops.map((popped) => (
        <PopEffect
          key={`${popped.quest.id} ${popped.member.id}`}
          from={popped.from}
          gems={popped.quest.gemValue}
          pop={popOf(popped.quest.id, today)}
          to={popped.to}
          onLand={() => void popped.isRecorded.then((isRecorded) => isRecorded && playSound('done'))}
          onEnd={() => land(popped)}
        />
      ))}
    </>
  )
}

/** Screen readers say it when the last quest is done, but not when the wall opens so. */
function AllDone({ isOver, icons }: { isOver: boolean; icons: readonly string[] }) {
  const wasOver = useRef(isOver)
  useEffect(() => {
    if (isOver && !wasOver.current) announce(wall.allDone)
    wasOver.current = isOver
  }, [isOver])
  return (
    <div className="text-center">
      <Presence isOpen={isOver}>
        <Animated
          as="span"
          className="font-display mx-auto flex w-fit items-center gap-4 text-3xl font-bold sm:text-4xl"
        >
          <BubbleMark mood="cheering" className="day-mascot size-28 shrink-0 sm:size-40" />
          <span className="flex flex-col gap-3">
            <span>{wall.allDone}</span>
            <DayBubbles icons={icons} className="justify-start text-3xl" />
          </span>
        </Animated>
      </Presence>
    </div>
  )
}

export type WallFrameProps = {
  /** The button or link that leaves the wall. */
  exit: ReactNode
  badge: ReactNode
  children: ReactNode
}

/** The frame of the wall screen: the day, the time, and a small exit link. */
export function WallFrame({ exit, badge, children }: WallFrameProps) {
  const { today } = useFamilyClock()
  const screenState = useSilentVideo(!useIsNight())
  const warning = screenState === 'needs-tap' ? wall.tapToStayOn : screenState === 'may-go-dark' && wall.mayGoDark
  useAnnounced(warning)
  return (
    <div className="flex min-h-dvh flex-col gap-3 p-4 pb-safe-4 sm:h-dvh short:h-auto short:gap-2 short:p-3 short:pb-safe-3">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h1 className="text-3xl sm:text-4xl">{`${capitalized(formatDay(today, 'weekday'))}, ${formatDay(today, 'day')}`}</h1>
        {badge}
        <span className="ml-auto">
          <WallClock />
        </span>
      </header>
      <main className="flex min-h-0 flex-1 flex-col gap-3">{children}</main>
      <footer className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div>{exit}</div>
        <p className="text-muted text-lg">{warning}</p>
      </footer>
    </div>
  )
}

export function WallSkeleton() {
  return (
    <Loading label={wall.loading} className="grid min-h-0 flex-1 gap-3 sm:grid-cols-3">
      {[1, 2, 3].map((column) => (
        <Skeleton key={column} className="bg-panel/60 h-full min-h-48 rounded-tile" />
      ))}
    </Loading>
  )
}

export function WallFailed() {
  return (
    <Notice
      tone="error"
      className="my-auto text-xl"
      picture={<BubbleMark mood="puzzled" className="size-32" />}
      title={wall.failed}
      text={wall.failedHint}
    />
  )
}

/** The columns in a row on a small, a wide and a very wide screen: few, so that titles are read from across a room. */
function columnsAcross(count: number): CSSProperties {
  const rows = { '--few': [3, 3], '--many': [4, 2], '--most': [5, 2] } as const
  return Object.fromEntries(
    Object.entries(rows).map(([name, [most, rows]]) => [name, inRows(count, Math.max(most, Math.ceil(count / rows)))]),
  )
}

/** The other members: the quest's assignees first, then children before parents. */
function othersFor({ assigneeIds }: Quest, members: readonly FamilyMember[]): FamilyMember[] {
  return childrenFirst(members).toSorted(
    (a, b) => Number(assigneeIds.includes(b.id)) - Number(assigneeIds.includes(a.id)),
  )
}
