import { useQuery } from '@tanstack/react-query'
import type { MemberId } from '#domain/contract/ids.ts'
import { gemsQuery } from '#app/lib/api/queries.ts'
import { useFamilyPart } from './family-store.ts'

/** A member's balance with the pending commands applied; undefined for a member who left. */
export function useBalance(memberId: MemberId): number | undefined {
  // Renders through the family's state, so that an unchanged read does not render.
  useQuery({ ...gemsQuery(memberId), notifyOnChangeProps: [] })
  return useFamilyPart('balances')[memberId]
}
