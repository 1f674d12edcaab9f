import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { FailedNotice } from '#app/ui/feedback/failed-notice.tsx'
import { board as texts } from '#texts/board'
import type { BoardView } from './use-board.ts'

/** Replaces the board while it has no columns to show. */
export function BoardNotice({ board }: { board: BoardView }) {
  if (board.error) {
    return <FailedNotice title={texts.notLoaded} text={sentenceFrom(board.error)} onRetry={board.retry} />
  }
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
