import { useCallback, useEffect, useRef } from 'react'

/** Who answers within this many milliseconds did not have to think long. */
export const quickMs = 8000

/** Answers for how many milliseconds `what` has been on the screen; while the tab is hidden they do not count. */
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
    // It begins anew with `what`, which it does not read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [what])
  return useCallback(() => seen.current.before + (document.hidden ? 0 : performance.now() - seen.current.since), [])
}
