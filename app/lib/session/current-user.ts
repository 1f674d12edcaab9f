import { queryOptions } from '@tanstack/react-query'
import type { CurrentUser } from '#domain/contract/auth.ts'
import { call, keyOf } from '#app/lib/api/api-client.ts'
import { ApiError } from '#app/lib/api/api-error.ts'
import { storedAtom } from '#app/lib/state/stored-atom.ts'
import { store } from '#app/state/store.ts'

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
export const isPairedUser = ({ firstName }: Pick<CurrentUser, 'firstName'>): boolean => firstName === ''

/** Whether the last session on this device was that of a paired one. */
const wasPairedAtom = storedAtom('wasPaired', (text) => text === 'true' || null)

export const rememberSession = (user: CurrentUser): void => store.set(wasPairedAtom, isPairedUser(user) || null)

/** The page on which this device signs in again: a paired one by a new code, another one with the account. */
export const signInPath = (): '/login' | '/join' => (store.get(wasPairedAtom) === true ? '/join' : '/login')
