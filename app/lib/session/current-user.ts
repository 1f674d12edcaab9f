import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#domain/contract/auth.ts'
import { call, keyOf } from '#app/lib/api/api-client.ts'
import { ApiError } from '#app/lib/api/api-error.ts'

/** Reads the signed-in user; null without a session. */
export const readCurrentUser = () =>
  call('currentUser').catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401 && !error.isForeign) return null
    throw error
  })

/** The signed-in user; null without a session. Read once a page, and dropped when no screen uses it. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: keyOf('currentUser'),
    queryFn: readCurrentUser,
    staleTime: 0,
    gcTime: 0,
    // Further components share the cached result; only a change of session refetches it.
    refetchOnMount: false,
  })

/** Whether the session is that of a paired device, which has no account. */
export const isPairedUser = ({ email }: Pick<CurrentUser, 'email'>): boolean => email === ''

/** The page on which a device signs in again: a paired one by a new code, another one with the account. */
export function signInPath(client: QueryClient): '/login' | '/join' {
  const user = client.getQueryData(currentUserQuery().queryKey)
  return user && isPairedUser(user) ? '/join' : '/login'
}
