import { useEffect, useRef } from 'react'

/**
 * Keeps a finger that draws or drags from the browser's gestures while `isHeld` says so: the browser takes a tap that follows a quick move for the end
 * of a fling, and sends no click for it.
 */
export function useOwnTouch(isHeld: () => boolean): void {
  const latest = useRef(isHeld)
  useEffect(() => {
    latest.current = isHeld
  })
  useEffect(() => {
    const keep = (event: TouchEvent) => {
      if (latest.current()) event.preventDefault()
    }
    document.addEventListener('touchmove', keep, { passive: false })
    return () => document.removeEventListener('touchmove', keep)
  }, [])
}
