import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { CalendarDays, Plus, SquareKanban } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { toldWrongPins } from '#app/features/members/pin.ts'
import { nextPaint } from '#app/lib/device/next-frame.ts'
import { lazyWithPreload, useLoadWhenIdle } from '#app/lib/device/lazy-with-preload.tsx'
import { firstRunAtom, welcomePath } from '#app/lib/state/first-run.ts'
import { boardHash, viewOf, type ParentView } from '#app/lib/state/parent-view.ts'
import { useIsPhone } from '#app/lib/device/is-phone.ts'
import { questDialogAtom, questToDeleteAtom } from '#app/lib/state/open-dialogs.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { CreateButton } from '#app/ui/controls/create-button.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { ErrorBoundary } from '#app/ui/feedback/error-boundary.tsx'
import { Tabs, type TabsProps } from '#app/ui/controls/tabs.tsx'
import { BoardSkeleton, CalendarSkeleton } from './dashboard-skeleton.tsx'
import type { FamilyId } from '#domain/contract/ids.ts'
import { cn } from '#app/ui/layout/cn.ts'
import { PageHeading } from '#app/ui/layout/page-heading.tsx'
import { shell } from '#texts/shell'
import { isUseAsked, useFamilyFrame } from './family-frame-context.ts'
import { LazyCalendar } from './lazy-calendar.ts'

// Chunks of their own, because a visit needs one of the views, and rarely the dialogs.
const QuestDialogs = lazyWithPreload(() => import('#app/features/quests/quest-dialogs.tsx'))
const Kanban = lazyWithPreload(async () => ({ default: (await import('#app/features/board/kanban.tsx')).Kanban }))

const Notices = lazyWithPreload(() => import('./notices.tsx'))

/** Mission Control, where parents plan; until a parent leaves the first run, it leads there while nothing has begun. */
export default function ParentScreen() {
  const { family, acting, members } = useFamilyFrame()
  const quests = useFamilyPart('quests')
  const firstRun = useAtomValue(firstRunAtom)
  usePageTitle(shell.missionControl)
  const isPhone = useIsPhone()
  const [view, open] = useView(isPhone)
  const openDialog = useSetAtom(questDialogAtom)
  useLoadWhenIdle(Kanban, QuestDialogs)
  const isPainted = useFramePainted()
  if (firstRun === null && members.length === 1 && acting?.hasPin === false && quests.length === 0)
    return <Navigate to={welcomePath} replace />
  const create = () => openDialog({ kind: 'create' })
  const tabs: TabsProps<ParentView>['tabs'] = [
    {
      value: 'kanban',
      label: shell.kanbanBoard,
      shortLabel: shell.boardTab,
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
      shortLabel: shell.todayTab,
      icon: <CalendarDays aria-hidden />,
      content: (
        <Suspense fallback={<CalendarSkeleton />}>{isPainted ? <LazyCalendar /> : <CalendarSkeleton />}</Suspense>
      ),
    },
  ]
  return (
    <div
      className={cn(
        'flex flex-col',
        'px-4',
        isPhone ? 'pt-1.5' : 'h-[calc(100dvh-var(--header)-env(safe-area-inset-bottom))] min-h-128 pt-2',
      )}
    >
      <Tabs
        label={shell.views}
        value={view}
        onValueChange={open}
        bar={isPhone}
        head={
          <div className={cn(isPhone && 'sr-only')}>
            <PageHeading title={shell.missionControl} subtitle={shell.familyQuestBoard} />
          </div>
        }
        aside={
          <>
            <NoticesWhenNeeded />
            {!isPhone && <CreateButton label={shell.createQuest} className="ml-auto" onClick={create} />}
          </>
        }
        className={isPhone ? 'gap-1.5' : 'min-h-0 flex-1 gap-2'}
        tabs={isPhone ? tabs.toReversed() : tabs}
      />
      {isPhone && (
        <IconButton
          label={shell.createQuest}
          icon={<Plus aria-hidden className="size-7!" />}
          variant="grape"
          tooltip={false}
          className="shadow-lift fixed right-4 bottom-[calc(var(--bottom-bar)+1rem)] z-20 size-14! rounded-full"
          onClick={create}
        />
      )}
      <ErrorBoundary fallback={null}>
        <AskedDialogs familyId={family.id} />
      </ErrorBoundary>
    </div>
  )
}

/** The view at the address, and what opens another one: Back leads to the one before. */
function useView(isPhone: boolean): [ParentView, (view: ParentView) => void] {
  const place = useLocation()
  const navigate = useNavigate()
  // The view that was pressed is shown at once; the router renders its address in a transition.
  const [pressed, setPressed] = useState<{ at: string; view: ParentView }>()
  const view = pressed?.at === place.key ? pressed.view : viewOf(place)
  const open = (next: ParentView) => {
    if (next === view) return
    setPressed({ at: place.key, view: next })
    const hash = isPhone && next === 'kanban' ? boardHash : ''
    void navigate({ pathname: place.pathname, hash }, { state: { view: next } })
  }
  return [view, open]
}

const framePaintedAtom = atom(false)

/** Whether a screen was painted on this page: the first time the cards wait for it, because they render slowly. */
function useFramePainted(): boolean {
  const [isPainted, setPainted] = useAtom(framePaintedAtom)
  useEffect(() => void nextPaint().then(() => setPainted(true)), [setPainted])
  return isPainted
}

/** Beside the tabs where there is room, else below them. */
const noticePlace = 'min-h-11 min-w-0 md:flex-[1_1_16rem]'

/** Separate from the views, so that a redemption does not render them. */
function NoticesWhenNeeded() {
  const frame = useFamilyFrame()
  const isTold = useFamilyPart('redemptions').some((each) => each.status === 'reserved' || each.unseen)
  const isFirstRun = useAtomValue(firstRunAtom) !== 'over' && frame.acting !== undefined
  const hasNotice = isTold || isFirstRun || toldWrongPins(frame.session.wrongPins) !== undefined || isUseAsked(frame)
  if (!hasNotice) return null
  return (
    <ErrorBoundary fallback={null}>
      {/* Keeps the place of the line, so that nothing moves under a finger. */}
      <Suspense fallback={<div className={noticePlace} />}>
        <Notices className={noticePlace} />
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
