import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { questDialogAtom, questToDeleteAtom } from '#app/lib/open-dialogs.ts'
import { usePageTitle } from '#app/lib/page-title.ts'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { useFamilyFrame } from './family-frame-context.ts'

// Its own chunk: a board is looked at far more often than a quest is written.
const QuestDialogs = lazy(() => import('#app/features/quests/quest-dialogs.tsx'))
const ParentDashboard = lazy(() => import('#app/features/board/parent-dashboard.tsx').then(({ ParentDashboard: Dashboard }) => ({ default: Dashboard })))

export default function ParentScreen() {
  const { family, me, memberId } = useFamilyFrame()
  usePageTitle('Mission Control')
  const questDialog = useAtomValue(questDialogAtom)
  const questToDelete = useAtomValue(questToDeleteAtom)
  const dialogAsked = questDialog !== null || questToDelete !== null
  return (
    <>
      <Suspense fallback={<DashboardSkeleton />}>
        <ParentDashboard family={family} me={me} memberId={memberId} />
      </Suspense>
      <Suspense fallback={null}>{dialogAsked && <QuestDialogs familyId={family.id} />}</Suspense>
    </>
  )
}

/** The shape of Mission Control: a heading with its button, the tabs, the board's own heading, columns of cards. */
export function DashboardSkeleton() {
  return (
    <Loading label="Loading your family..." className="flex flex-col gap-3 p-4 sm:gap-4 sm:p-6">
      <div className="flex items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl sm:text-3xl">Mission Control</h1>
          <p className="text-muted text-sm font-semibold sm:text-base">Family Quest Board</p>
        </div>
        <Skeleton className="h-11 w-36" />
      </div>
      <Skeleton className="h-13 w-44 rounded-2xl" />
      <div className="flex items-center justify-between gap-3">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-11 w-36" />
      </div>
      <div className="flex gap-4 overflow-hidden">
        {[3, 2, 1, 2].map((cards, column) => (
          <div key={column} className="border-line flex min-w-[250px] flex-1 flex-col gap-3 rounded-card border p-3">
            <Skeleton className="h-7 w-32" />
            {Array.from({ length: cards }, (_, card) => (
              <Skeleton key={card} className="h-24 rounded-card" />
            ))}
          </div>
        ))}
      </div>
    </Loading>
  )
}
