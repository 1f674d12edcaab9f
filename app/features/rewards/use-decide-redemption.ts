import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FamilyId } from '#domain/contract/ids.ts'
import type { Redemption } from '#domain/contract/redemptions.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { redemptionsQuery } from '#app/lib/api/queries.ts'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { rewards } from '#texts/rewards'

/** Says yes or no to one wish of the member called `name`, or gives back the gems of one that was granted. */
export function useDecideRedemption(familyId: FamilyId, { id: redemptionId, title, gemCost }: Redemption, name: string, onDecided: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (decision: 'granted' | 'declined' | 'given back') =>
      decision === 'given back' ? call('putBackRedemption', { redemptionId }) : call('decideRedemption', { redemptionId }, { status: decision }),
    onSuccess: (redemption) => {
      onDecided()
      const description = redemption.status === 'granted' ? rewards.gets(name, title) : rewards.gemsWentBack(gemCost, name, redemption.settled ?? 0)
      toast({ title: common.success, description })
    },
    onError: (error) => {
      toast({ title: common.error, description: sentenceFrom(error, rewards.answerFailed), destructive: true })
      // Another device may have been first: what it said is the truth.
      void client.invalidateQueries(redemptionsQuery(familyId))
    },
  })
}
