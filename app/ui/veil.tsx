import { useEffect } from 'react'

let veils = 0

/**
 * Darkens the page behind a dialog and holds it still. Instead of Radix's overlay, whose scroll lock
 * injects a style element that our Content-Security-Policy refuses.
 */
export function Veil() {
  useEffect(() => {
    const { style, clientWidth } = document.documentElement
    if (veils++ === 0) {
      // The scrollbar goes; what it took stays free, or the page behind would jump.
      style.paddingRight = `${window.innerWidth - clientWidth}px`
      style.overflow = 'hidden'
    }
    return () => {
      if (--veils > 0) return
      style.paddingRight = ''
      style.overflow = ''
    }
  }, [])
  return <div aria-hidden className="bg-veil animate-appear pointer-events-auto fixed inset-0 z-40" />
}
