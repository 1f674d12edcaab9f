import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { endReasonOf, endSession } from '#app/lib/session/end-session.ts'
import { endRefusedSession, signInPath } from '#app/lib/session/end-refused-session.ts'
import { sessionOf } from '#app/lib/session/session.ts'

// Notifies in a microtask, so that a result renders in the next frame: a timer would miss it.
notifyManager.setScheduler(queueMicrotask)

/** Data never becomes stale by time: events, responses and gaps between events update it. */
export function createQueryClient(): QueryClient {
  // Set when the session ended under an open page. Without an earlier user the route guards redirect instead.
  const endReason = (error: unknown) =>
    error instanceof ApiError && sessionOf(client) ? endReasonOf(error.code) : undefined
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        const reason = endReason(error)
        if (reason) endRefusedSession(client, reason)
      },
    }),
    mutationCache: new MutationCache({
      // Applies to signing out as well: a refusal there means that the session had already ended.
      onError: (error) => {
        const reason = endReason(error)
        if (reason) endSession(signInPath(), reason)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: false,
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      // Offline, a mutation fails at once with our sentence instead of waiting silently.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
