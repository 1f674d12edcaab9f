import { useEffect } from 'react'

/** Keeps the screen lit for as long as it is shown, where the browser has a way to, and says yes. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined
    let held: WakeLockSentinel | undefined
    let isAsking = false
    let left = false
    const ask = async () => {
      // The browser takes it back whenever the page is hidden.
      if (document.visibilityState === 'hidden' || isAsking || held?.released === false) return
      isAsking = true
      // Refused on an empty battery, or by a setting: then the screen goes dark as it always does.
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
