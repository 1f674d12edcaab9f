import type { QueryClient } from '@tanstack/react-query'
import { leave, type Farewell } from './leave.ts'

/** The key of a mutation that ends the session: while one is pending, refusals are expected. */
export const leaving = ['leaving'] as const

/** Leaves after a refusal because the session or its family no longer exists. */
export function leaveRefused(client: QueryClient, farewell: Farewell): void {
  if (client.isMutating({ mutationKey: leaving }) === 0) leave('/login', farewell)
}
