import { queryOptions } from '@tanstack/react-query'
import type { FamilyId } from '#domain/contract/ids.ts'
import { call, keyOf } from '#app/lib/api/api-client.ts'

/** The devices of a family, those last seen first; for parents. The live connection invalidates it by its key. */
export const devicesQuery = (familyId: FamilyId) =>
  queryOptions({
    queryKey: keyOf('devices', { familyId }),
    queryFn: () => call('devices', { familyId }),
    staleTime: 0,
    refetchOnMount: 'always',
    retryOnMount: true,
    gcTime: 0,
  })
