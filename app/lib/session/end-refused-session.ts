import type { QueryClient } from '@tanstack/react-query'
import { storedAtom } from '#app/lib/state/stored-atom.ts'
import { store } from '#app/state/store.ts'
import { endSession, type SessionEndReason } from './end-session.ts'

/** The kind of the last session in this browser; null without one, and after that of an account. */
export const lastSessionAtom = storedAtom('lastSession', (text) =>
  text === 'account' || text === 'device' ? text : null,
)

/** The page on which this browser signs in again: a paired device by a new code, another one with the account. */
export const signInPath = (): '/login' | '/join' => (store.get(lastSessionAtom) === 'device' ? '/join' : '/login')

/** The key of a mutation that ends the session: while one is pending, refusals are expected. */
export const sessionEndKey = ['leaving'] as const

/** Leaves after a refusal because the session or its family no longer exists. */
export function endRefusedSession(client: QueryClient, reason: SessionEndReason): void {
  if (client.isMutating({ mutationKey: sessionEndKey }) === 0) endSession(signInPath(), reason)
}
