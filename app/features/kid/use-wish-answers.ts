import { useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Redemption } from '#domain/contract/redemptions.ts'
import { decidedRedemptions, knownRedemptionIds } from '#domain/rules/redemptions.ts'
import { storedAtom } from '#app/lib/state/stored-atom.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { store } from '#app/state/store.ts'

/** The ids of wishes, of all members, that this device has shown as waiting and not as decided. */
const knownWishesAtom = storedAtom('knownWishes', (text) => text)
const idsOf = (text: string | null): ReadonlySet<string> => new Set(text === null ? [] : text.split(' '))
const remember = (ids: ReadonlySet<string>) => store.set(knownWishesAtom, ids.size === 0 ? null : [...ids].join(' '))

/**
 * Returns the oldest decision on the acting member's wishes that this device has not shown yet; `onAcknowledged` goes
 * on to the next. A decision shows at once on an open screen, otherwise when the device is next used; each shows once
 * on a device.
 */
export function useWishAnswers(
  member: MemberId,
  isActing: boolean,
): { answer: Redemption | undefined; onAcknowledged: () => void } {
  const text = useAtomValue(knownWishesAtom)
  const ids = useMemo(() => idsOf(text), [text])
  const redemptions = useFamilyPart('redemptions')
  const [answer] = useMemo(
    () => (isActing ? decidedRedemptions(redemptions, member, ids) : []),
    [isActing, redemptions, member, ids],
  )
  useEffect(() => {
    if (!isActing) return
    const next = knownRedemptionIds(redemptions, member, ids)
    if (next !== ids) remember(next)
  }, [isActing, redemptions, member, ids])
  return {
    answer,
    onAcknowledged: () => remember(new Set([...idsOf(store.get(knownWishesAtom))].filter((id) => id !== answer?.id))),
  }
}
