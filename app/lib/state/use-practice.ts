import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MemberId, PracticeRoundId } from '#domain/contract/ids.ts'
import type { NewPractice } from '#domain/contract/practice.ts'
import type { GameId } from '#domain/games/games.ts'
import { call } from '#app/lib/api/api-client.ts'
import { practiceQuery } from '#app/lib/api/queries.ts'
import { useToday } from '#app/lib/time/today.ts'

/**
 * Keeps what a member answers in a game, or in a round of its practice, one answer after the other. One that cannot be kept is lost in
 * silence: a child that plays is told of no network, and the item will be asked again.
 */
export function useKeepPractice(memberId: MemberId, game: GameId, roundId: PracticeRoundId | undefined, onEarned: (gems: number, settled: number) => void) {
  const client = useQueryClient()
  const day = useToday()
  const scope = { id: `practice of ${memberId}` }
  const { mutate: keep } = useMutation({
    scope,
    mutationFn: (answer: Pick<NewPractice, 'item' | 'answer'>) => call('practise', { memberId }, { game, day, ...(roundId && { roundId }), ...answer }),
    onSuccess: (kept) =>
      client.setQueryData(
        practiceQuery(memberId).queryKey,
        (known) => known && [...known.filter((each) => each.game !== kept.game || each.item !== kept.item), kept],
      ),
  })
  const { mutate: finish } = useMutation({
    scope,
    mutationFn: (round: PracticeRoundId) => call('finishPractice', { memberId }, { game, roundId: round }),
    onSuccess: ({ gems, settled = 0 }) => {
      if (gems > 0) onEarned(gems, settled)
    },
  })
  return { keep, finish }
}
