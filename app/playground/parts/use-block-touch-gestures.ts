import { useEffect, useRef } from 'react'

/**
 * Disables the browser's gestures for a finger that draws or drags, while `isHeld` returns true: the browser takes a
 * tap after a quick move for the end of a fling, and sends no click.
 */
export function useBlockTouchGestures(isHeld: () => boolean): void {
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
