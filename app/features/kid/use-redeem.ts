import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import { RedemptionId } from '#domain/contract/ids.ts'
import type { Reward } from '#domain/contract/rewards.ts'
import { call } from '#app/lib/api-client.ts'
import { sentenceFrom } from '#app/lib/api-error.ts'
import { hear } from '#app/lib/family-news.ts'
import { newId } from '#app/lib/new-id.ts'
import { gemEntriesQuery, gemsQuery } from '#app/lib/queries.ts'
import { play } from '#app/lib/sound.ts'
import { toast } from '#app/ui/toast.ts'
import { common } from '#texts/common'
import { kid } from '#texts/kid'

type Redeeming = { reward: Reward; redemptionId: RedemptionId }

/** Redeems a reward the way the family wants it: celebrated, paid for, or asked for. */
export function useRedeem({ id: familyId, rewardMode }: Membership['family'], member: FamilyMember) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ reward, redemptionId }: Redeeming) => call('redeemReward', { rewardId: reward.id }, { redemptionId, memberId: member.id }),
    onSuccess: (redemption) => {
      hear(client, familyId, { type: 'redemption.saved', revision: redemption.version, redemption })
      for (const { queryKey } of [gemsQuery(familyId, member.id), gemEntriesQuery(familyId, member.id)]) void client.invalidateQueries({ queryKey })
      if (redemption.status === 'reserved') {
        play('gem')
        toast({ title: kid.askedFor, description: kid.parentDecidesOn(redemption.title) })
      } else {
        celebrate(redemption)
      }
    },
    onError: (error) => toast({ title: common.error, description: sentenceFrom(error, kid.redeemFailed), destructive: true }),
  })
  return {
    isPending,
    redeem: (reward: Reward) => {
      if (rewardMode === 'celebrate') celebrate(reward)
      // The id is made once for each wish: the same one sent again redeems nothing more.
      else mutate({ reward, redemptionId: RedemptionId.parse(newId()) })
    },
  }
}

function celebrate({ title }: { title: string }): void {
  play('done')
  toast({ title: kid.redeemed, description: kid.youRedeemed(title) })
}
