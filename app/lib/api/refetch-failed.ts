import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onWake } from '#app/lib/device/wake.ts'
import { call } from './api-client.ts'
import { isLineFailure } from './api-error.ts'
import { tryAgainNow } from './attempts.ts'

const isFailed = ({ state }: Query) => state.status === 'error'

/** Reads again all that screens show and that could not be loaded; what fails once more stays as it is. */
export const refetchFailed = (client: QueryClient): Promise<void> => client.refetchQueries({ type: 'active', predicate: isFailed })

/** Reads again what the screens could not load, and ends what has waited for long, when the device may have a line again. */
export function useTryAgainOnWake(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onWake(() => {
        tryAgainNow()
        void refetchFailed(client)
      }),
    [client],
  )
}

/** Milliseconds between two tries. */
const pauseMs = 5000

/**
 * Reads again what could not be loaded while the page is visible, until it is there: what did not reach the server, and for a screen where nobody
 * presses a button all that failed.
 */
export function useRetryFailedQueries(isAlone: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    const predicate = (query: Query) => isFailed(query) && (isAlone || isLineFailure(query.state.error))
    const retry = async () => {
      if (document.visibilityState === 'hidden' || client.getQueryCache().findAll({ type: 'active', predicate }).length === 0) return
      // A try makes the screen wait: none is begun before the server answers.
      await call('health')
      await client.refetchQueries({ type: 'active', predicate })
    }
    let timer: ReturnType<typeof setTimeout>
    // After the one before, which may hang.
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
