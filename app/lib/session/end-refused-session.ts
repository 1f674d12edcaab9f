import type { QueryClient } from '@tanstack/react-query'
import { storedAtom } from '#app/lib/state/stored-atom.ts'
import { store } from '#app/state/store.ts'
import { endSession, type SessionEndReason } from './end-session.ts'

/** The kind of the last session in this browser, and its family; null without one, and after that of an account. */
const lastSessionAtom = storedAtom('lastSession', (text) =>
  /^(account|device) [\w-]*$/.test(text ?? '') ? text : null,
)

export function rememberSession(session: { kind: 'account' | 'device'; familyId: string | undefined } | null): void {
  if (session !== null) store.set(lastSessionAtom, `${session.kind} ${session.familyId ?? ''}`)
  else if (signInPath() === '/login') store.set(lastSessionAtom, null)
}

/** The id of the family that this browser showed last. */
export const lastFamily = (): string | undefined => store.get(lastSessionAtom)?.split(' ')[1]

/** The page on which this browser signs in again: a paired device by a new code, another one with the account. */
export const signInPath = (): '/login' | '/join' =>
  store.get(lastSessionAtom)?.startsWith('device') === true ? '/join' : '/login'

/** The key of a mutation that ends the session: while one is pending, refusals are expected. */
export const sessionEndKey = ['leaving'] as const

/** Leaves after a refusal because the session or its family no longer exists. */
export function endRefusedSession(client: QueryClient, reason: SessionEndReason): void {
  if (client.isMutating({ mutationKey: sessionEndKey }) === 0) endSession(signInPath(), reason)
}
