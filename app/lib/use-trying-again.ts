import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from './api-client.ts'

/** Milliseconds between two tries. */
const pause = 5000

/** For a screen nobody stands before: what it could not load is asked for again while the page is in sight, until it is there. */
export function useTryingAgain(active: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!active) return undefined
    const timer = setInterval(() => void tryAgain(client).catch(() => {}), pause)
    return () => clearInterval(timer)
  }, [active, client])
}

const failed = { type: 'active', predicate: ({ state }: Query) => state.status === 'error' } as const

async function tryAgain(client: QueryClient): Promise<void> {
  if (document.visibilityState === 'hidden' || client.getQueryCache().findAll(failed).length === 0) return
  // A try makes the screen wait: none is begun before somebody is there to answer it.
  await call('health')
  await client.refetchQueries(failed)
}
