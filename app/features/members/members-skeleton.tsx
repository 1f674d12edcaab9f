import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { profiles } from '#texts/profiles'
import { memberGrid } from './member-grid.ts'

/** The skeleton of the members page: faces, heading, cards. */
export function MembersSkeleton() {
  return (
    <Loading label={profiles.loading}>
      <div className="border-line flex gap-1 border-b px-3 py-2 sm:px-5">
        {[0, 1, 2].map((face) => (
          <div key={face} className="flex w-20 flex-col items-center gap-1 px-1 py-1.5">
            <Skeleton className="size-14 rounded-full" />
            <Skeleton className="h-5 w-14" />
          </div>
        ))}
      </div>
      <div className="flex flex-col gap-4 p-4 sm:gap-6 sm:p-6">
        <Skeleton className="h-10 w-72 max-w-full" />
        <div className={memberGrid}>
          {[0, 1, 2].map((card) => (
            <Skeleton key={card} className="h-72 rounded-card" />
          ))}
        </div>
      </div>
    </Loading>
  )
}
