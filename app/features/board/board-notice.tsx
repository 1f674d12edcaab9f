import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { board as texts } from '#texts/board'

/** Replaces the board while it has no columns to show. */
export function BoardNotice() {
  return (
    <Loading label={texts.loading} className="flex gap-4 overflow-hidden">
      {[3, 2, 1, 2].map((cards, column) => (
        <div key={column} className="bg-sunken flex min-w-[250px] flex-1 flex-col gap-3 rounded-card p-3">
          <Skeleton className="bg-panel h-7 w-32" />
          {Array.from({ length: cards }, (_, card) => (
            <Skeleton key={card} className="bg-panel h-24 rounded-card" />
          ))}
        </div>
      ))}
    </Loading>
  )
}
