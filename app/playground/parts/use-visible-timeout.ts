import { useEffect, useRef } from 'react'

/**
 * Calls back once, `ms` milliseconds after the last change of `what`; undefined sets no timer. Pauses while the tab is
 * hidden, so that nothing happens unseen.
 */
export function useVisibleTimeout(ms: number | undefined, what: unknown, callback: () => void): void {
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
    // Restarts with `what`, which it does not read.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ms, what])
}
