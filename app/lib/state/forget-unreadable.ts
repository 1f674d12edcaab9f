import type { QueryClient } from '@tanstack/react-query'
import type { MemberId } from '#domain/contract/ids.ts'
import { practiceQuery } from '#app/lib/api/queries.ts'
import { serverState, updateServerState } from './family-store.ts'

/**
 * Forgets what was read for another member of the family and a kid may not read: the practice of siblings, and rewards
 * that are hidden from kids. The offline copy is written from what is left.
 */
export function forgetUnreadable(client: QueryClient, kid: MemberId): void {
  for (const { id } of serverState().members)
    if (id !== kid) client.removeQueries({ queryKey: practiceQuery(id).queryKey })
  updateServerState((state) => ({ ...state, rewards: state.rewards.filter(({ isActive }) => isActive === 1) }))
}
