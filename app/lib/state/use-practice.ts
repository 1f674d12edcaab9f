import { useQueryClient } from '@tanstack/react-query'
import type { MemberId, PracticeRoundId } from '#domain/contract/ids.ts'
import type { NewPractice, PracticeGems } from '#domain/contract/practice.ts'
import type { GameId } from '#domain/games/games.ts'
import { practiceQuery } from '#app/lib/api/queries.ts'
import { useCommand } from './use-command.ts'
import { useFamilyClock } from './use-quests.ts'

/**
 * Records a member's answers in a game, or in a round of its practice, one after the other. One that cannot be saved is
 * dropped without a message, so that a playing child sees no error; the item will be asked again.
 */
export function useRecordAnswer(
  memberId: MemberId,
  game: GameId,
  roundId: PracticeRoundId | undefined,
  onFinished: (earned: PracticeGems) => void,
) {
  const client = useQueryClient()
  const { today: day } = useFamilyClock()
  const { mutate: keep } = useCommand('practise', {
    success: (kept) => {
      client.setQueryData(
        practiceQuery(memberId).queryKey,
        (known) => known && [...known.filter((each) => each.game !== kept.game || each.item !== kept.item), kept],
      )
      return undefined
    },
  })
  const { mutate: finish } = useCommand('finishPractice', {
    success: (earned) => {
      onFinished(earned)
      return undefined
    },
  })
  return {
    keep: (item: string, answer: NewPractice['answer'], tookMs: number) =>
      keep({
        memberId,
        body: { game, day, item, answer, tookMs, ...(roundId && { roundId }) },
      }),
    finish: (round: PracticeRoundId) => finish({ memberId, body: { game, roundId: round } }),
  }
}
