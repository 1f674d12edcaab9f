import { useEffect, useState } from 'react'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import type { ScreenState } from './silent-video.ts'

/** Keeps the screen on in a browser without wake locks; returns whether that works. */
export function useSilentVideo(): ScreenState {
  const [state, setState] = useState<ScreenState>('on')
  useEffect(() => {
    if ('wakeLock' in navigator) return undefined
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
  }, [])
  return state
}
