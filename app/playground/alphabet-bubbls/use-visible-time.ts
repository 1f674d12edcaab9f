import { useEffect, useRef } from 'react'

/** A watch that stands still while the tab is hidden. */
export function useVisibleTime() {
  const watch = useRef({ gone: 0, since: 0 })
  useEffect(() => {
    const onTurn = () => {
      const now = performance.now()
      if (document.hidden) watch.current.gone += now - watch.current.since
      watch.current.since = now
    }
    document.addEventListener('visibilitychange', onTurn)
    return () => document.removeEventListener('visibilitychange', onTurn)
  }, [])
  return {
    restart: () => {
      watch.current = { gone: 0, since: performance.now() }
    },
    /** Milliseconds since it was restarted. */
    read: () => watch.current.gone + performance.now() - watch.current.since,
  }
}
