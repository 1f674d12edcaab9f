import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { currentUserQuery } from '#app/lib/session/current-user.ts'
import { leave } from '#app/lib/session/leave.ts'
import { leaveRefused } from '#app/lib/session/refused.ts'

// An answer is on the screen with the next frame: a timer would let that one pass.
notifyManager.setScheduler(queueMicrotask)

/** Data is never stale by itself: events, an answer or a gap between events change it. */
export function createQueryClient(): QueryClient {
  // A session can end under an open page. Where nobody was signed in, the guards of the routes know the way.
  const isOver = (error: unknown) => error instanceof ApiError && error.code === 'not_signed_in' && Boolean(client.getQueryData(currentUserQuery().queryKey))
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isOver(error)) leaveRefused(client, 'signed-out')
      },
    }),
    mutationCache: new MutationCache({
      // Even signing out: what is refused there was over before.
      onError: (error) => {
        if (isOver(error)) leave('/login', 'signed-out')
      },
    }),
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, retryOnMount: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode: 'always' },
      // Offline a mutation fails at once with our sentence, instead of waiting unseen.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
