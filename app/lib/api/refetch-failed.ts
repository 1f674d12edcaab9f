import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from './api-client.ts'

const failed = { type: 'active', predicate: ({ state }: Query) => state.status === 'error' } as const

/** Reads again all that screens show and that could not be loaded; what fails once more stays as it is. */
export const refetchFailed = (client: QueryClient): Promise<void> => client.refetchQueries(failed)

/** Reads again what the screens could not load when the browser is back on the network. */
export function useRefetchWhenOnline(): void {
  const client = useQueryClient()
  useEffect(() => {
    const onOnline = () => void refetchFailed(client)
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [client])
}

/** Milliseconds between two tries. */
const pauseMs = 5000

/** Reads again what could not be loaded while the page is visible, until it is there: for a screen where nobody presses a button. */
export function useRetryFailedQueries(isActive: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isActive) return undefined
    const timer = setInterval(() => void retry(client).catch(() => {}), pauseMs)
    return () => clearInterval(timer)
  }, [isActive, client])
}

async function retry(client: QueryClient): Promise<void> {
  if (document.visibilityState === 'hidden' || client.getQueryCache().findAll(failed).length === 0) return
  // A try makes the screen wait: none is begun before the server answers.
  await call('health')
  await refetchFailed(client)
}
