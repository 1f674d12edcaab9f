import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from './api-client.ts'
import { askFailedAgain, hasFailed } from './ask-failed-again.ts'

/** Milliseconds between two tries. */
const pause = 5000

/** When the browser is back on the network, what the screens could not load meanwhile is asked for again. */
export function useAskingWhenOnline(): void {
  const client = useQueryClient()
  useEffect(() => {
    const onOnline = () => void askFailedAgain(client)
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [client])
}

/** For a screen nobody stands before: what it could not load is asked for again while the page is in sight, until it is there. */
export function useTryingAgain(active: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!active) return undefined
    const timer = setInterval(() => void tryAgain(client).catch(() => {}), pause)
    return () => clearInterval(timer)
  }, [active, client])
}

async function tryAgain(client: QueryClient): Promise<void> {
  if (document.visibilityState === 'hidden' || !hasFailed(client)) return
  // A try makes the screen wait: none is begun before somebody is there to answer it.
  await call('health')
  await askFailedAgain(client)
}
