import { DoorOpen } from 'lucide-react'
import { useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { canBeCompleted } from '#domain/rules/quests.ts'
import { playSound } from '#app/lib/device/sound.ts'
import { useCalendar } from '#app/lib/state/use-calendar.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { formatDay } from '#app/texts/dates.ts'
import { Animated, Presence } from '#app/ui/motion/animated.tsx'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { PopEffect } from '#app/ui/motion/pop-effect.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { LayoutAnimation } from '#app/ui/motion/layout-animation.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { useIsPending } from '#app/lib/state/family-store.ts'
import { common } from '#texts/common'
import { wall } from '#texts/wall'
import { inRows } from './in-rows.ts'
import { daysOfMembers } from './member-days.ts'
import { useSilentVideo } from './use-silent-video.ts'
import { WallClock } from './wall-clock.tsx'
import { WallColumn } from './wall-column.tsx'
import { ChooseCompleterDialog, type PoppedFace } from './choose-completer-dialog.tsx'

/**
 * Milliseconds after a pop in which taps are ignored, so that the tile under the tapped face does not take a second
 * tap.
 */
const tapGuardMs = 600

export type WallProps = {
  familyId: FamilyId
  members: readonly FamilyMember[]
  /** The member this device acts as: a parent completes anybody's quests, a kid its own. */
  acting: FamilyMember | undefined
}

/** The quests of today for the whole family. */
export function Wall({ familyId, members, acting }: WallProps) {
  const { today, days, columns, isPending, error, completionsFailed } = useCalendar(familyId, 1)
  const [asked, ask] = useState<{ quest: Quest; ownerId: MemberId }>()
  const [pops, setPops] = useState<readonly (PoppedFace & { to: Element | null })[]>([])
  const poppedAt = useRef(-Infinity)
  const isCommandPending = useIsPending()
  if (isPending) return <WallSkeleton />

  const occurrences = days.find(({ day }) => day === today)?.occurrences ?? []
  const memberDays = daysOfMembers(occurrences, members)
  // Completions also decide the day of a finished quest: without them an empty day proves nothing.
  if (error || (completionsFailed && memberDays.length === 0)) return <WallFailed />
  const mayComplete = (member: FamilyMember) => acting?.role === 'parent' || member.id === acting?.id
  const nameOf = (memberId: MemberId) => members.find(({ id }) => id === memberId)?.displayName ?? common.somebody
  const owner = members.find(({ id }) => id === asked?.ownerId)

  const tapOn = (member: FamilyMember) => (quest: Quest) => {
    if (!mayComplete(member) || !canBeCompleted(quest, columns)) return undefined
    return () => {
      if (performance.now() - poppedAt.current > tapGuardMs) ask({ quest, ownerId: member.id })
    }
  }
  const pop = (popped: PoppedFace) => {
    poppedAt.current = performance.now()
    playSound('pop')
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
    !completionsFailed &&
    memberDays.length > 0 &&
    memberDays.every(({ quests }) => quests.every(({ state }) => state === 'done' || state === 'theirs'))
  return (
    <>
      <output className="text-center">
        <Presence isOpen={isOver}>
          <Animated as="span" className="font-display mx-auto flex w-fit items-center gap-3 text-2xl font-bold">
            <BubbleMark mood="cheering" className="size-12" />
            <span>{wall.allDone}</span>
          </Animated>
        </Presence>
      </output>
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
            className="grid h-full gap-3 max-sm:h-auto short:h-auto sm:auto-rows-[minmax(20rem,1fr)] short:auto-rows-auto sm:grid-cols-[repeat(var(--few),minmax(0,1fr))] sm:overflow-y-auto lg:grid-cols-[repeat(var(--many),minmax(0,1fr))]"
            style={{ '--few': inRows(memberDays.length, 4), '--many': inRows(memberDays.length, 8) } as CSSProperties}
          >
            {memberDays.map((day) => (
              <ErrorBoundary key={day.member.id}>
                <WallColumn day={day} isKnown={!completionsFailed} nameOf={nameOf} tapOn={tapOn(day.member)} />
              </ErrorBoundary>
            ))}
          </div>
        </LayoutAnimation>
      )}
      {asked !== undefined && owner !== undefined && (
        <ChooseCompleterDialog
          asked={asked.quest}
          now={occurrences.find(({ quest }) => quest.id === asked.quest.id)}
          owner={owner}
          others={othersFor(asked.quest, members).filter((member) => member !== owner && mayComplete(member))}
          columns={columns}
          day={today}
          onPop={pop}
          onTakenBack={(refused, askAgain) => takeBack(refused, askAgain ? asked : undefined)}
          onClose={() => ask(undefined)}
        />
      )}
      {pops.map((popped) => (
        <PopEffect
          key={`${popped.quest.id} ${popped.member.id}`}
          from={popped.from}
          gems={popped.quest.gemValue}
          to={popped.to}
          onLand={() => void popped.isRecorded.then((isRecorded) => isRecorded && playSound('done'))}
          onEnd={() => land(popped)}
        />
      ))}
    </>
  )
}

export type WallFrameProps = {
  /** The path of the exit link. */
  home: string
  badge: ReactNode
  children: ReactNode
}

/** The frame of the wall screen: the day, the time, and a small exit link. */
export function WallFrame({ home, badge, children }: WallFrameProps) {
  const { today } = useFamilyClock()
  const screenState = useSilentVideo()
  return (
    <div className="flex min-h-dvh flex-col gap-3 p-4 pb-safe-4 sm:h-dvh short:h-auto short:gap-2 short:p-3 short:pb-safe-3">
      <header className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <h1 className="text-3xl first-letter:uppercase sm:text-4xl">{`${formatDay(today, 'weekday')}, ${formatDay(today, 'day')}`}</h1>
        {badge}
        <span className="ml-auto">
          <WallClock />
        </span>
      </header>
      <main className="flex min-h-0 flex-1 flex-col gap-3">{children}</main>
      <footer className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button variant="bare" asChild className="text-lg">
          <Link to={home}>
            <DoorOpen aria-hidden />
            <span>{wall.leave}</span>
          </Link>
        </Button>
        <output className="text-muted text-lg">
          {screenState === 'needs-tap' ? wall.tapToStayOn : screenState === 'may-go-dark' && wall.mayGoDark}
        </output>
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

/** The other members, the quest's assignees first. */
function othersFor({ assigneeIds }: Quest, members: readonly FamilyMember[]): FamilyMember[] {
  return members.toSorted((a, b) => Number(assigneeIds.includes(b.id)) - Number(assigneeIds.includes(a.id)))
}
