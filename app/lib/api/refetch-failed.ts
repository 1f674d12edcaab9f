import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onWake } from '#app/lib/device/on-wake.ts'
import { call } from './api-client.ts'
import { isLineFailure } from './api-error.ts'
import { retryNow } from './fetch-bytes.ts'

const isFailed = ({ state }: Query) => state.status === 'error'

/** Refetches the failed queries of mounted screens; one that fails again keeps its state. */
export const refetchFailed = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: isFailed })

/** Refetches failed queries and retries slow calls when the device may be online again. */
export function useRetryOnWake(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onWake(() => {
        retryNow()
        void refetchFailed(client)
      }),
    [client],
  )
}

/** Milliseconds between two attempts. */
const pauseMs = 5000

/**
 * Refetches failed queries while the page is visible, until they succeed: those that did not reach the server, and on a
 * screen that nobody attends (`isAlone`) all.
 */
export function useRetryFailedQueries(isAlone: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    const predicate = (query: Query) => isFailed(query) && (isAlone || isLineFailure(query.state.error))
    const retry = async () => {
      if (
        document.visibilityState === 'hidden' ||
        client.getQueryCache().findAll({ type: 'active', predicate }).length === 0
      )
        return
      // A refetch shows a waiting screen, so it starts only once the server answers.
      await call('health')
      await client.refetchQueries({ type: 'active', predicate })
    }
    let timer: ReturnType<typeof setTimeout>
    // Starts after the previous attempt has ended, because that may hang.
    const retryAfterPause = () => {
      timer = setTimeout(
        () =>
          void retry()
            .catch(() => {})
            .finally(() => isStopped || retryAfterPause()),
        pauseMs,
      )
    }
    let isStopped = false
    retryAfterPause()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isAlone, client])
}
