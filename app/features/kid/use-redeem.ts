import { useEffect, useState } from 'react'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { RedemptionId } from '#domain/contract/ids.ts'
import type { Reward } from '#domain/contract/rewards.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { newId } from '#app/lib/device/new-id.ts'
import { play } from '#app/lib/device/sound.ts'
import { toast, type ToastWords } from '#app/state/toast.ts'
import { kid } from '#texts/kid'

/** Milliseconds for which a reward that was paid for can be put back. */
const putBackMs = 10_000
/** Milliseconds after the answer in which a tap is the second half of a double one. */
const doubleTapMs = 600

/** Paid for at that moment, in milliseconds of performance.now(). */
type Taken = { id: RedemptionId; at: number }

/** Redeems a reward the way the family wants it: celebrated, paid for, or asked for. */
export function useRedeem({ rewardMode }: Pick<Membership['family'], 'rewardMode'>, member: FamilyMember) {
  const [taken, setTaken] = useState<Taken>()
  const { mutate, isPending } = useCommand('redeemReward', {
    success: ({ id, status, title }) => {
      if (status === 'reserved') {
        play('gem')
        return { title: kid.askedFor, description: kid.parentDecidesOn }
      }
      setTaken(takenNow(id))
      return celebration(title, { label: kid.putBack, onAction: () => putBack({ redemptionId: id }) })
    },
    failure: kid.redeemFailed,
  })
  const { mutate: putBack, isPending: isPuttingBack } = useCommand('putBackRedemption', {
    success: ({ title, settled = 0 }) => {
      setTaken(undefined)
      return { title: kid.putBackDone, description: kid.gemsAreBack(title, settled) }
    },
    failure: kid.putBackFailed,
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
        if (performance.now() - taken.at > doubleTapMs) putBack({ redemptionId: taken.id })
      }),
    redeem: (reward: Reward) => {
      if (rewardMode === 'celebrate') toast(celebration(reward.title))
      // The id is made once for each wish: the same one sent again redeems nothing more.
      else mutate({ rewardId: reward.id, body: { redemptionId: newId(), memberId: member.id } })
    },
  }
}

const takenNow = (id: RedemptionId): Taken => ({ id, at: performance.now() })

function celebration(title: string, action?: ToastWords['action']): ToastWords {
  play('done')
  return { title: kid.redeemed, description: kid.youRedeemed(title), ...(action && { action, duration: putBackMs }) }
}
