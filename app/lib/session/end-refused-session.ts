import type { QueryClient } from '@tanstack/react-query'
import { signInPath } from './current-user.ts'
import { endSession, type SessionEndReason } from './end-session.ts'

/** The key of a mutation that ends the session: while one is pending, refusals are expected. */
export const sessionEndKey = ['leaving'] as const

/** Leaves after a refusal because the session or its family no longer exists. */
export function endRefusedSession(client: QueryClient, reason: SessionEndReason): void {
  if (client.isMutating({ mutationKey: sessionEndKey }) === 0) endSession(signInPath(), reason)
}
