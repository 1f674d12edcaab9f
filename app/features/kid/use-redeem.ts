import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import { RedemptionId } from '#domain/contract/ids.ts'
import type { Reward } from '#domain/contract/rewards.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { newId } from '#app/lib/device/new-id.ts'
import { play } from '#app/lib/device/sound.ts'
import { toast, type ToastWords } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { kid } from '#texts/kid'

/** Milliseconds for which a reward that was paid for can be put back. */
const putBackMs = 10_000
/** Milliseconds after the answer in which a tap is the second half of a double one. */
const doubleTapMs = 600

type Redeeming = { reward: Reward; redemptionId: RedemptionId }
/** Paid for at that moment, in milliseconds of performance.now(). */
type Taken = { id: RedemptionId; at: number }

/** Redeems a reward the way the family wants it: celebrated, paid for, or asked for. */
export function useRedeem({ rewardMode }: Pick<Membership['family'], 'rewardMode'>, member: FamilyMember) {
  const [taken, setTaken] = useState<Taken>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ reward, redemptionId }: Redeeming) => call('redeemReward', { rewardId: reward.id }, { redemptionId, memberId: member.id }),
    onSuccess: (redemption) => {
      if (redemption.status === 'reserved') {
        play('gem')
        toast({ title: kid.askedFor, description: kid.parentDecidesOn })
      } else {
        const taken = takenNow(redemption.id)
        setTaken(taken)
        celebrate(redemption, { label: kid.putBack, onAction: () => putBack(taken) })
      }
    },
    onError: (error) => toast({ title: common.error, description: sentenceFrom(error, kid.redeemFailed), destructive: true }),
  })
  const { mutate: putBack, isPending: isPuttingBack } = useMutation({
    mutationFn: ({ id }: Taken) => call('putBackRedemption', { redemptionId: id }),
    onSuccess: (redemption) => {
      setTaken(undefined)
      toast({ title: kid.putBackDone, description: kid.gemsAreBack(redemption.title, redemption.settled ?? 0) })
    },
    onError: (error) => toast({ title: common.error, description: sentenceFrom(error, kid.putBackFailed), destructive: true }),
  })
  useEffect(() => {
    if (taken === undefined) return undefined
    const timer = setTimeout(() => setTaken(undefined), putBackMs)
    return () => clearTimeout(timer)
  }, [taken])
  return {
    isPending: isPending || isPuttingBack,
    /** Puts back what was redeemed a moment ago; undefined where there is nothing to put back. */
    putBack:
      taken &&
      (() => {
        if (performance.now() - taken.at > doubleTapMs) putBack(taken)
      }),
    redeem: (reward: Reward) => {
      if (rewardMode === 'celebrate') celebrate(reward)
      // The id is made once for each wish: the same one sent again redeems nothing more.
      else mutate({ reward, redemptionId: RedemptionId.parse(newId()) })
    },
  }
}

const takenNow = (id: RedemptionId): Taken => ({ id, at: performance.now() })

function celebrate({ title }: { title: string }, action?: ToastWords['action']): void {
  play('done')
  toast({ title: kid.redeemed, description: kid.youRedeemed(title), ...(action && { action, duration: putBackMs }) })
}
