import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { shell } from '#texts/shell'

/** The skeleton of a family's screen: a heading with its button, and cards below. Mission Control's is known already. */
export function DashboardSkeleton({ isMissionControl = false }: { isMissionControl?: boolean }) {
  return (
    <Loading
      label={shell.loadingFamily}
      className={cn('flex flex-col gap-4 p-4', isMissionControl ? 'md:gap-3 md:pt-2' : 'sm:gap-6 sm:p-6')}
    >
      <div className={cn('flex items-center justify-between gap-3', isMissionControl && 'max-md:hidden')}>
        {isMissionControl ? (
          // No heading yet, because the focus goes to it.
          <div aria-hidden className="min-w-0">
            <p className="font-display text-2xl leading-[1.1] font-bold wrap-anywhere sm:text-3xl sm:leading-[1.1]">
              {shell.missionControl}
            </p>
            <p className="text-muted text-sm font-semibold">{shell.familyQuestBoard}</p>
          </div>
        ) : (
          <Skeleton className="h-10 w-56" />
        )}
        <Skeleton className="h-11 w-36" />
      </div>
      <Columns counts={[3, 2, 1]} />
    </Loading>
  )
}

/** The skeleton of a child's quests. */
export function KidSkeleton() {
  return (
    <Loading
      label={shell.loadingQuests}
      className="mx-auto grid min-h-[calc(100dvh-var(--header)-4rem)] w-full max-w-6xl grid-cols-2 gap-4 p-4 pt-20 sm:px-6"
    >
      {[1, 2, 3].map((tile) => (
        <Skeleton key={tile} className="bg-panel min-h-48 rounded-tile last:col-span-2" />
      ))}
    </Loading>
  )
}

export function BoardSkeleton() {
  return (
    <Loading label={shell.loadingBoard} className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-11 w-36" />
      </div>
      <Columns counts={[3, 2, 1, 2]} />
    </Loading>
  )
}

export function CalendarSkeleton() {
  return (
    <Loading label={shell.loadingCalendar} className="flex flex-col gap-1.5">
      <Skeleton className="h-11 w-64" />
      <Columns counts={[3, 3, 2]} />
    </Loading>
  )
}

function Columns({ counts }: { counts: readonly number[] }) {
  return (
    <div className="flex gap-4 overflow-hidden">
      {counts.map((cards, column) => (
        <div
          key={column}
          className="border-line flex board-column flex-1 flex-col gap-1.5 rounded-card border p-3 max-md:not-first:hidden"
        >
          <Skeleton className="h-7 w-32" />
          {Array.from({ length: cards }, (_, card) => (
            <Skeleton key={card} className="h-16" />
          ))}
        </div>
      ))}
    </div>
  )
}
