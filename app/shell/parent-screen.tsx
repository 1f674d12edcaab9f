import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { CalendarDays, SquareKanban } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { nextPaint } from '#app/lib/device/next-frame.ts'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { firstRunAtom, welcomePath } from '#app/lib/state/first-run.ts'
import { parentViewAtom } from '#app/lib/state/parent-view.ts'
import { questDialogAtom, questToDeleteAtom } from '#app/lib/state/open-dialogs.ts'
import { useWaitingWishes } from '#app/lib/state/waiting-wishes.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { CreateButton } from '#app/ui/controls/create-button.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { Tabs } from '#app/ui/controls/tabs.tsx'
import { BoardSkeleton, CalendarSkeleton } from './dashboard-skeleton.tsx'
import type { FamilyId } from '#domain/contract/ids.ts'
import { PageHeading } from '#app/ui/layout/page-heading.tsx'
import { shell } from '#texts/shell'
import { useFamilyFrame } from './family-frame-context.ts'
import type { NoticesProps } from './notices.tsx'
import { LazyCalendar } from './lazy-calendar.ts'

// Chunks of their own, because a visit needs one of the views, and rarely the dialogs.
const QuestDialogs = lazyWithPreload(() => import('#app/features/quests/quest-dialogs.tsx'))
const Kanban = lazyWithPreload(async () => ({ default: (await import('#app/features/board/kanban.tsx')).Kanban }))

const Notices = lazyWithPreload(() => import('./notices.tsx'))

/** Mission Control, where parents plan; until a parent leaves the first run, it leads there while nothing has begun. */
export default function ParentScreen() {
  const { family, session, acting, members } = useFamilyFrame()
  const quests = useFamilyPart('quests')
  const firstRun = useAtomValue(firstRunAtom)
  usePageTitle(shell.missionControl)
  const [view, setView] = useAtom(parentViewAtom)
  const openDialog = useSetAtom(questDialogAtom)
  useLoadWhenIdle(Kanban, QuestDialogs)
  const isPainted = useFramePainted()
  if (firstRun === null && members.length === 1 && acting?.hasPin === false && quests.length === 0)
    return <Navigate to={welcomePath} replace />
  return (
    <div className="flex h-[calc(100dvh-4rem-var(--bar,0px)-env(safe-area-inset-bottom))] min-h-128 flex-col gap-3 p-4 pb-0 sm:gap-4 sm:p-6 sm:pb-0">
      <div className="flex items-center justify-between gap-x-3">
        <PageHeading title={shell.missionControl} subtitle={shell.familyQuestBoard} />
        <CreateButton label={shell.createQuest} onClick={() => openDialog({ kind: 'create' })} />
      </div>
      <NoticesWhenNeeded family={family} members={members} acting={acting} wrongPins={session.wrongPins} />
      <Tabs
        label={shell.views}
        value={view}
        onValueChange={setView}
        className="min-h-0 flex-1"
        tabs={[
          {
            value: 'kanban',
            label: shell.kanbanBoard,
            icon: <SquareKanban aria-hidden />,
            content: (
              <Suspense fallback={<BoardSkeleton />}>
                {isPainted ? <Kanban familyId={family.id} /> : <BoardSkeleton />}
              </Suspense>
            ),
          },
          {
            value: 'calendar',
            label: shell.calendarView,
            icon: <CalendarDays aria-hidden />,
            content: (
              <Suspense fallback={<CalendarSkeleton />}>{isPainted ? <LazyCalendar /> : <CalendarSkeleton />}</Suspense>
            ),
          },
        ]}
      />
      <ErrorBoundary fallback={null}>
        <AskedDialogs familyId={family.id} />
      </ErrorBoundary>
    </div>
  )
}

const framePaintedAtom = atom(false)

/** Whether a screen was painted on this page: the first time the cards wait for it, because they render slowly. */
function useFramePainted(): boolean {
  const [isPainted, setPainted] = useAtom(framePaintedAtom)
  useEffect(() => void nextPaint().then(() => setPainted(true)), [setPainted])
  return isPainted
}

/** Separate from the views, so that a wish does not render them. */
function NoticesWhenNeeded(props: NoticesProps) {
  const hasWishes = useWaitingWishes().length > 0
  const isFirstRun = useAtomValue(firstRunAtom) !== 'over' && props.acting !== undefined
  if (!hasWishes && !isFirstRun && !props.wrongPins) return null
  return (
    <ErrorBoundary fallback={null}>
      {/* Keeps the place of the line, so that nothing moves under a finger. */}
      <Suspense fallback={<div className="min-h-11 shrink-0" />}>
        <Notices {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Separate from the views, so that opening a dialog does not render them. */
function AskedDialogs({ familyId }: { familyId: FamilyId }) {
  const questDialog = useAtomValue(questDialogAtom)
  const questToDelete = useAtomValue(questToDeleteAtom)
  if (questDialog === null && questToDelete === null) return null
  return (
    <Suspense fallback={null}>
      <QuestDialogs familyId={familyId} />
    </Suspense>
  )
}
