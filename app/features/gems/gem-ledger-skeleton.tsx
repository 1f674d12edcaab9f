import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { gems } from '#texts/gems'

export function GemLedgerSkeleton() {
  return (
    <Loading label={gems.loading} className="flex flex-col gap-4">
      <Skeleton className="h-40 rounded-card" />
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-12" />
      ))}
    </Loading>
  )
}
