import { useEffect } from 'react'

/** Keeps the screen on while mounted, if the browser supports and permits it. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined
    let held: WakeLockSentinel | undefined
    let isAsking = false
    let left = false
    const ask = async () => {
      // The browser releases the lock when the page is hidden.
      if (document.visibilityState === 'hidden' || isAsking || held?.released === false) return
      isAsking = true
      // May be refused on low battery, or by a setting: the screen then turns off as usual.
      held = await navigator.wakeLock.request('screen').catch(() => undefined)
      isAsking = false
      if (left) void held?.release()
    }
    const onVisible = () => void ask()
    onVisible()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', onVisible)
      void held?.release()
    }
  }, [])
}
