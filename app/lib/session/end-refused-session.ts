import type { QueryClient } from '@tanstack/react-query'
import { FamilyId } from '#domain/contract/ids.ts'
import { storedAtom } from '#app/lib/state/stored-atom.ts'
import { store } from '#app/state/store.ts'
import { endSession, type SessionEndReason } from './end-session.ts'

/** The kind of the last session in this browser, and its family; null without one, and after that of an account. */
const lastSessionAtom = storedAtom('lastSession', (text) =>
  /^(account|device) [\w-]*$/.test(text ?? '') ? text : null,
)

type LastSession = { kind: 'account' | 'device'; familyId: FamilyId }

export function rememberSession(session: { kind: LastSession['kind']; familyId: FamilyId | undefined } | null): void {
  if (session !== null) store.set(lastSessionAtom, `${session.kind} ${session.familyId ?? ''}`)
  else if (signInPath() === '/login') store.set(lastSessionAtom, null)
}

/** The last session of this browser, if it had a family. */
export function lastSession(): LastSession | undefined {
  const [kind, id] = store.get(lastSessionAtom)?.split(' ') ?? []
  const familyId = FamilyId.safeParse(id).data
  return familyId && { kind: kind === 'device' ? kind : 'account', familyId }
}

/** The page on which this browser signs in again: a paired device by a new code, another one with the account. */
export const signInPath = (): '/login' | '/join' =>
  store.get(lastSessionAtom)?.startsWith('device') === true ? '/join' : '/login'

/** The key of a mutation that ends the session: while one is pending, refusals are expected. */
export const sessionEndKey = ['leaving'] as const

/** Leaves after a refusal because the session or its family no longer exists. */
export function endRefusedSession(client: QueryClient, reason: SessionEndReason): void {
  if (client.isMutating({ mutationKey: sessionEndKey }) === 0) endSession(signInPath(), reason)
}
