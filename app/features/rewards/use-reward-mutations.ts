import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FamilyId, RewardId } from '#domain/contract/ids.ts'
import { call, type Body } from '#app/lib/api/api-client.ts'
import { rewardsQuery } from '#app/lib/api/queries.ts'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { rewards } from '#texts/rewards'

/** The text alone: what the server said stands in the dialog or on the card. */
const failed = (description: string) => () => void toast({ title: common.error, description, destructive: true })
const succeeded = (description: string) => void toast({ title: common.success, description })

export function useAddReward(familyId: FamilyId) {
  return useMutation({
    mutationFn: (reward: Body<'addReward'>) => call('addReward', { familyId }, reward),
    onSuccess: () => succeeded(rewards.created),
    onError: failed(rewards.createFailed),
  })
}

/** Changes to the same reward reach the server one after the other, in the order they were made. */
export function useEditReward(rewardId: RewardId) {
  return useMutation({
    scope: { id: `reward ${rewardId}` },
    mutationFn: (patch: Body<'editReward'>) => call('editReward', { rewardId }, patch),
    onSuccess: () => succeeded(rewards.updated),
    onError: failed(rewards.updateFailed),
  })
}

export function useDeleteReward(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rewardId: RewardId) => call('deleteReward', { rewardId }),
    onSuccess: () => succeeded(rewards.deleted),
    onError: () => {
      failed(rewards.deleteFailed)()
      // Most likely somebody else was first, and we did not hear of it.
      void client.invalidateQueries(rewardsQuery(familyId))
    },
  })
}
