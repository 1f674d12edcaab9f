import { useEffect } from 'react'
import { allowed } from '#app/state/allowed.ts'

/** Milliseconds after which a lock that was refused, or taken by the system, is asked for again. */
const againMs = 20_000

/** Keeps the screen on while `isWanted`, if the browser supports and permits it. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined
    let held: WakeLockSentinel | undefined
    let isAsking = false
    let left = false
    const ask = async () => {
      // The browser releases the lock when the page is hidden, or when the battery is low.
      if (document.visibilityState === 'hidden' || isAsking || held?.released === false) return
      isAsking = true
      // While it is refused, the screen turns off as usual.
      held = await allowed(() => navigator.wakeLock.request('screen'))?.catch(() => undefined)
      isAsking = false
      if (left) void held?.release()
    }
    const askAgain = () => void ask()
    askAgain()
    const timer = setInterval(askAgain, againMs)
    document.addEventListener('visibilitychange', askAgain)
    return () => {
      left = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askAgain)
      void held?.release()
    }
  }, [isWanted])
}
