import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { archivedQuestsQuery } from '#app/lib/api/queries.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { board } from '#texts/board'
import { common } from '#texts/common'

export type ArchivedQuestsProps = {
  familyId: FamilyId
  /** The quests read so far, newest first. */
  quests: readonly Quest[]
  card: (quest: Quest) => ReactNode
}

/** Lists the quests that the last column no longer shows; reads them from the server as far as they come into sight. */
export default function ArchivedQuests({ familyId, quests, card }: ArchivedQuestsProps) {
  const { isPending, isFetching, error, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    archivedQuestsQuery(familyId),
  )
  const note = isPending
    ? common.loading
    : error === null
      ? quests.length === 0 && board.nothingArchived
      : sentenceFrom(error, board.archivedFailed)
  useAnnounced(!isPending && note)
  const end = useRef<HTMLDivElement>(null)
  const canRead = hasNextPage && !isFetching && error === null
  useEffect(() => {
    if (!canRead || end.current === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage())
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [canRead, fetchNextPage])
  return (
    <>
      <ul aria-label={board.archived} className="flex flex-col gap-2.5">
        {quests.map(card)}
      </ul>
      {note !== false && <p className="text-muted px-3 py-2 text-sm">{note}</p>}
      <div ref={end} />
      {error !== null && (
        <Button
          variant="bare"
          className="w-full"
          busy={isFetching}
          onClick={() => void (hasNextPage ? fetchNextPage() : refetch())}
        >
          {common.tryAgain}
        </Button>
      )}
    </>
  )
}
