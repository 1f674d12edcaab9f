import type { QueryClient } from '@tanstack/react-query'
import { leave, type Farewell } from './leave.ts'

/** The key of a mutation that ends with leaving: while one is under way, this device is refused by its own doing. */
export const leaving = ['leaving'] as const

/** The server knows this session, or its family, no more. Whoever notices it first, it ends like this. */
export function leaveRefused(client: QueryClient, farewell: Farewell): void {
  if (client.isMutating({ mutationKey: leaving }) === 0) leave('/login', farewell)
}
