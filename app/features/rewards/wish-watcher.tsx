import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Redemption } from '#domain/contract/redemptions.ts'
import { waitingWishes } from '#app/lib/state/waiting-wishes.ts'
import { familyState, useFamilyPart } from '#app/lib/state/family-store.ts'
import { toast } from '#app/state/toast.ts'
import { useNavigateAway } from '#app/ui/overlays/use-navigate-away.ts'
import { common } from '#texts/common'
import { rewards } from '#texts/rewards'

export type WishWatcherProps = {
  members: readonly FamilyMember[]
  /** Milliseconds of the server's clock: an older wish is not new. */
  since: number
}

/** Shows a toast for each new wish. */
export default function WishWatcher({ members, since }: WishWatcherProps) {
  const redemptions = useFamilyPart('redemptions')
  const { pathname } = useLocation()
  const navigateAway = useNavigateAway()
  const toldUntil = useRef(since)
  const tell = useEffectEvent((wish: Redemption) => {
    const name = members.find(({ id }) => id === wish.memberId)?.displayName ?? common.somebody
    // Mission Control and the store show its buttons themselves.
    const isShown = /^\/(parent|rewards-store)\b/.test(pathname)
    toast({
      title: rewards.wishCame(name),
      description: `${wish.icon} ${wish.title}`,
      holds: () => waitingWishes(familyState().redemptions).some(({ id }) => id === wish.id),
      ...(!isShown && { action: { label: rewards.answer, onAction: () => navigateAway('/rewards-store') } }),
    })
  })
  useEffect(() => {
    const wish = waitingWishes(redemptions).at(-1)
    if (wish === undefined || Date.parse(wish.createdAt) <= toldUntil.current) return
    toldUntil.current = Date.parse(wish.createdAt)
    tell(wish)
  }, [redemptions])
  return null
}
