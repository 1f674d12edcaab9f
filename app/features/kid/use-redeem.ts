import { useEffect, useState } from 'react'
import { undoSeconds } from '#domain/contract/constants.ts'
import type { Membership } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { RedemptionId, RewardId } from '#domain/contract/ids.ts'
import type { Redemption } from '#domain/contract/redemptions.ts'
import type { Reward } from '#domain/contract/rewards.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { newId } from '#app/lib/device/new-id.ts'
import { playSound } from '#app/lib/device/sound.ts'
import { toast, type ToastWords } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { kid } from '#texts/kid'

/** Milliseconds after the reply in which a tap counts as part of a double tap. */
const doubleTapMs = 600

/** A purchase, and its time in milliseconds of performance.now(). */
type Taken = { id: RedemptionId; at: number }

/** Redeems a reward by the family's mode: celebrated, paid for, or requested. */
export function useRedeem({ rewardMode }: Pick<Membership['family'], 'rewardMode'>, member: FamilyMember) {
  const [taken, setTaken] = useState<Taken>()
  const { mutate, isPending } = useCommand('redeemReward', {
    success: ({ id, status, title, unseen }) => {
      if (status === 'reserved') {
        playSound('gem')
        return { title: kid.askedFor, description: kid.parentDecidesOn, holds: () => isStill(id, 'reserved') }
      }
      // The family has begun to celebrate meanwhile: no gems were taken.
      if (unseen === true) return celebration(title)
      setTaken(takenNow(id))
      return {
        ...celebration(title, { label: kid.putBack, onAction: () => putBack({ redemptionId: id }) }),
        holds: () => isStill(id, 'granted'),
      }
    },
    failure: (error, { rewardId }) =>
      error instanceof ApiError && error.code === 'price_changed'
        ? {
            title: sentenceFrom(error),
            isKind: true,
            action: { label: kid.redeem, onAction: () => askAgain(rewardId) },
            duration: undoSeconds.screen * 1000,
          }
        : { title: common.error, description: sentenceFrom(error, kid.redeemFailed), destructive: true },
  })
  const ask = ({ id, gemCost }: Reward) =>
    mutate({ rewardId: id, body: { redemptionId: newId(), memberId: member.id, gemCost } })
  const { mutate: celebrate } = useCommand('redeemReward')
  const askAgain = (rewardId: RewardId) => {
    const reward = familyState().rewards.find(({ id }) => id === rewardId)
    if (reward) ask(reward)
  }
  const { mutate: putBack, isPending: isPuttingBack } = useCommand('putBackRedemption', {
    success: ({ title, settled = 0 }) => {
      setTaken(undefined)
      return { title: kid.putBackDone, description: kid.gemsAreBack(title, settled) }
    },
    failure: kid.putBackFailed,
  })
  useEffect(() => {
    if (taken === undefined) return undefined
    const timer = setTimeout(() => setTaken(undefined), undoSeconds.screen * 1000)
    return () => clearTimeout(timer)
  }, [taken])
  return {
    isPending: isPending || isPuttingBack,
    /** Undoes the last purchase; undefined if there is none to undo. */
    putBack:
      taken &&
      (() => {
        if (performance.now() - taken.at > doubleTapMs) putBack({ redemptionId: taken.id })
      }),
    redeem: (reward: Reward) => {
      // Creates one id for each wish, so that a repeated request redeems nothing more.
      if (rewardMode !== 'celebrate') return ask(reward)
      toast(celebration(reward.title))
      const isTold = familyState().redemptions.some(
        ({ unseen, memberId, rewardId }) => unseen && memberId === member.id && rewardId === reward.id,
      )
      if (!isTold) celebrate({ rewardId: reward.id, body: { redemptionId: newId(), memberId: member.id, gemCost: 0 } })
    },
  }
}

const isStill = (id: RedemptionId, status: Redemption['status']) =>
  familyState().redemptions.some((redemption) => redemption.id === id && redemption.status === status)

const takenNow = (id: RedemptionId): Taken => ({ id, at: performance.now() })

function celebration(title: string, action?: ToastWords['action']): ToastWords {
  playSound('done')
  return {
    title: kid.redeemed,
    description: kid.youRedeemed(title),
    ...(action && { action, duration: undoSeconds.screen * 1000 }),
  }
}
