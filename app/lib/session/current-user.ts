import { queryOptions } from '@tanstack/react-query'
import { call, keyOf } from '#app/lib/api/api-client.ts'
import { ApiError } from '#app/lib/api/api-error.ts'

/** Reads who is signed in; null when nobody is. */
export const readCurrentUser = () =>
  call('currentUser').catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401 && !error.isForeign) return null
    throw error
  })

/** Who is signed in; null when nobody is. Not kept once no screen asks, and asked for once a page. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: keyOf('currentUser'),
    queryFn: readCurrentUser,
    staleTime: 0,
    gcTime: 0,
    // Every further component that asks shares the answer on screen; only a real change asks again.
    refetchOnMount: false,
  })
