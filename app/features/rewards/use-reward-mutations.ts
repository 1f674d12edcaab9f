import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FamilyId, RewardId } from '#domain/contract/ids.ts'
import { call, type Body } from '#app/lib/api-client.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { hear } from '#app/lib/family-news.ts'
import { rewardsQuery } from '#app/lib/queries.ts'
import { toast } from '#app/ui/toast.ts'

const failed = (fallback: string) => (error: Error) => void toast({ title: 'Error', description: sentenceFrom(error, fallback), destructive: true })
const succeeded = (description: string) => void toast({ title: 'Success', description })

export function useAddReward(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reward: Body<'addReward'>) => call('addReward', { familyId }, reward),
    onSuccess: (reward) => {
      hear(client, familyId, { type: 'reward.saved', revision: reward.version, reward })
      succeeded('Reward created successfully')
    },
    onError: failed('Failed to create reward'),
  })
}

/** Changes to the same reward reach the server one after the other, in the order they were made. */
export function useEditReward(familyId: FamilyId, rewardId: RewardId) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: `reward ${rewardId}` },
    mutationFn: (patch: Body<'editReward'>) => call('editReward', { rewardId }, patch),
    onSuccess: (reward) => {
      hear(client, familyId, { type: 'reward.saved', revision: reward.version, reward })
      succeeded('Reward updated successfully')
    },
    onError: failed('Failed to update reward'),
  })
}

export function useDeleteReward(familyId: FamilyId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rewardId: RewardId) => call('deleteReward', { rewardId }),
    onSuccess: (reward) => {
      // The answer is the reward as it last was; its deletion is news of its own, one later.
      hear(client, familyId, { type: 'reward.deleted', revision: reward.version, rewardId: reward.id })
      succeeded('Reward deleted successfully')
    },
    onError: (error) => {
      failed('Failed to delete reward')(error)
      // Most likely somebody else was first, and we did not hear of it.
      void client.invalidateQueries(rewardsQuery(familyId))
    },
  })
}
