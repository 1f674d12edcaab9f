import { useEffect, useState } from 'react'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import type { ScreenState } from './silent-video.ts'

/** Keeps the screen on while `isWanted` in a browser without wake locks; returns whether that works. */
export function useSilentVideo(isWanted: boolean): ScreenState {
  const [state, setState] = useState<ScreenState>('on')
  useEffect(() => {
    if (!isWanted || 'wakeLock' in navigator) return undefined
    let hasLeft = false
    let stop = () => {}
    const start = async () => {
      const { playSilentVideo } = await importWithRetry(() => import('./silent-video.ts'))
      if (!hasLeft) stop = playSilentVideo(setState)
    }
    start().catch(() => setState('may-go-dark'))
    return () => {
      hasLeft = true
      stop()
    }
  }, [isWanted])
  return state
}
