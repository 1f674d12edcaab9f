import { useEffect, useRef } from 'react'

/** Who answers within this many milliseconds did not have to think long. */
const quickMs = 8000

/** Whether it is not long since `what` became what it is; time in which the tab is hidden does not count. */
export function useQuick(what: unknown): () => boolean {
  const seen = useRef({ ms: 0, since: 0 })
  useEffect(() => {
    seen.current = { ms: 0, since: performance.now() }
    const onTurn = () => {
      const { ms, since } = seen.current
      seen.current = document.hidden ? { ms: ms + performance.now() - since, since: Infinity } : { ms, since: performance.now() }
    }
    document.addEventListener('visibilitychange', onTurn)
    return () => document.removeEventListener('visibilitychange', onTurn)
    // It begins anew with `what`, which it does not read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [what])
  return () => seen.current.ms + Math.max(0, performance.now() - seen.current.since) < quickMs
}
