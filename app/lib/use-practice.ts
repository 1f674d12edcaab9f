import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MemberId } from '#domain/contract/ids.ts'
import type { PracticeAnswer } from '#domain/contract/practice.ts'
import type { GameId } from '#domain/games/games.ts'
import { call } from './api-client.ts'
import { practiceQuery } from './queries.ts'
import { useToday } from './today.ts'

/**
 * Keeps what a member answers in a game, one answer after the other. One that cannot be kept is lost in
 * silence: a child that plays is told of no network, and the item will be asked again.
 */
export function useKeepPractice(memberId: MemberId, game: GameId, onEarned: (gems: number) => void) {
  const client = useQueryClient()
  const day = useToday()
  const scope = { id: `practice of ${memberId}` }
  const { mutate: keep } = useMutation({
    scope,
    mutationFn: (answer: { item: string; answer: PracticeAnswer }) => call('practise', { memberId }, { game, day, ...answer }),
    onSuccess: (kept) =>
      client.setQueryData(
        practiceQuery(memberId).queryKey,
        (known) => known && [...known.filter((each) => each.game !== kept.game || each.item !== kept.item), kept],
      ),
  })
  const { mutate: finish } = useMutation({
    scope,
    mutationFn: () => call('finishPractice', { memberId }, { day }),
    onSuccess: ({ gems }) => {
      if (gems > 0) onEarned(gems)
    },
  })
  return { keep, finish }
}
