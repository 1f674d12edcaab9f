import { useMemo } from 'react'
import type { Redemption } from '#domain/contract/redemptions.ts'
import { useFamilyPart } from './family-store.ts'

/** Returns the redemptions that wait for a parent, the oldest first. */
export const waitingWishes = (redemptions: readonly Redemption[]): readonly Redemption[] =>
  redemptions.filter(({ status }) => status === 'reserved').toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))

/** The waiting wishes as far as they were read. */
export function useWaitingWishes(): readonly Redemption[] {
  const redemptions = useFamilyPart('redemptions')
  return useMemo(() => waitingWishes(redemptions), [redemptions])
}
