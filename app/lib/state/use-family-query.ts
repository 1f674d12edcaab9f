import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { MemberId } from '#domain/contract/ids.ts'
import type { FamilyState } from '#domain/rules/family-state.ts'
import { gemsQuery, type FamilyQuery } from '#app/lib/api/queries.ts'
import { useFamilyPart } from './family-store.ts'

export type FamilyQueryResult<Part> = Pick<UseQueryResult, 'isPending' | 'isError' | 'isFetching' | 'error' | 'errorUpdateCount' | 'refetch'> & {
  /** As this device shows it; undefined until it was read. */
  data: Part | undefined
}

type Options = { enabled?: boolean; placeholderData?: (before: number | undefined) => number | undefined }

/** Reads a list of the family where it was not read yet, and shows it: what the server has said of it, and on top the pending commands. */
export function useFamilyQuery<Key extends keyof FamilyState>(query: FamilyQuery, key: Key, options: Options = {}): FamilyQueryResult<FamilyState[Key]> {
  // What was read again renders by the family's state, and only where it became another.
  const { data, ...result } = useQuery({ ...query, ...options, notifyOnChangeProps: ['status', 'error', 'fetchStatus'] })
  const part = useFamilyPart(key)
  return { ...result, data: data === undefined ? undefined : part }
}

/** The same for the gems that a member can spend. */
export function useBalance(memberId: MemberId): FamilyQueryResult<number> {
  const { data, ...result } = useFamilyQuery(gemsQuery(memberId), 'balances')
  return { ...result, data: data?.[memberId] }
}
