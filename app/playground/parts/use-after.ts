import { useEffect, useRef } from 'react'

/**
 * Calls back once, so many milliseconds after `what` became what it is; undefined waits for nothing. The time stands still
 * while the tab is hidden, so nothing of a game happens unseen.
 */
export function useAfter(ms: number | undefined, what: unknown, callback: () => void): void {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  useEffect(() => {
    if (ms === undefined) return undefined
    let left = ms
    let since = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = () => {
      since = performance.now()
      timer = setTimeout(() => {
        document.removeEventListener('visibilitychange', onTurn)
        latest.current()
      }, left)
    }
    const onTurn = () => {
      clearTimeout(timer)
      if (!document.hidden) return run()
      left = Math.max(0, left - (performance.now() - since))
      return undefined
    }
    if (!document.hidden) run()
    document.addEventListener('visibilitychange', onTurn)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onTurn)
    }
    // It begins anew with `what`, which it does not read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ms, what])
}
