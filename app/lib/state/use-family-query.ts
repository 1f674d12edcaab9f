import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { MemberId } from '#domain/contract/ids.ts'
import type { FamilyState } from '#domain/rules/family-state.ts'
import { gemsQuery, type FamilyQuery } from '#app/lib/api/queries.ts'
import { useFamilyPart } from './family-store.ts'

export type FamilyQueryResult<Part> = Pick<
  UseQueryResult,
  'isPending' | 'isError' | 'isFetching' | 'error' | 'errorUpdateCount' | 'refetch'
> & {
  /** The shown state, with pending commands; undefined until it was read. */
  data: Part | undefined
}

type Options = { enabled?: boolean; placeholderData?: (before: number | undefined) => number | undefined }

/** Reads a list of the family unless it was read before; returns it with the pending commands applied. */
export function useFamilyQuery<Key extends keyof FamilyState>(
  query: FamilyQuery,
  key: Key,
  options: Options = {},
): FamilyQueryResult<FamilyState[Key]> {
  // Data renders through the family's state, so that an unchanged refetch does not render.
  const { data, ...result } = useQuery({
    ...query,
    ...options,
    notifyOnChangeProps: ['status', 'error', 'fetchStatus'],
  })
  const part = useFamilyPart(key)
  return { ...result, data: data === undefined ? undefined : part }
}

/** Reads a member's balance in the same way. */
export function useBalance(memberId: MemberId): FamilyQueryResult<number> {
  const { data, ...result } = useFamilyQuery(gemsQuery(memberId), 'balances')
  return { ...result, data: data?.[memberId] }
}
