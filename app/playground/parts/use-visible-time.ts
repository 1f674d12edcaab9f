import { useCallback, useEffect, useRef } from 'react'

/** Milliseconds within which an answer counts as quick. */
export const quickMs = 8000

/** Returns a function for the milliseconds that `what` has been visible, without those of a hidden tab. */
export function useVisibleTime(what: unknown): () => number {
  const seen = useRef({ before: 0, since: 0 })
  useEffect(() => {
    seen.current = { before: 0, since: performance.now() }
    const onTurn = () => {
      if (document.hidden) seen.current.before += performance.now() - seen.current.since
      seen.current.since = performance.now()
    }
    document.addEventListener('visibilitychange', onTurn)
    return () => document.removeEventListener('visibilitychange', onTurn)
    // Restarts with `what`, which it does not read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [what])
  return useCallback(() => seen.current.before + (document.hidden ? 0 : performance.now() - seen.current.since), [])
}
