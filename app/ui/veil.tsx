import { useDeferredValue, useEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/**
 * What lies between the page and a dialog. It answers the hand with the very next frame; the dialog itself is
 * drawn as soon as `isDrawn`, a moment later, in pieces that let frames pass. Instead of Radix's overlay, whose
 * scroll lock injects a style element that our Content-Security-Policy refuses.
 */
export function useVeil(open: boolean): { veil: ReactNode; isDrawn: boolean } {
  const isDrawn = useDeferredValue(open, false) && open
  return { veil: open && <Veil isHolding={isDrawn} />, isDrawn }
}

let holding = 0

/** Darkens the page behind it, and while it is `isHolding` holds it still. */
function Veil({ isHolding }: { isHolding: boolean }) {
  useEffect(() => {
    if (!isHolding) return undefined
    const { style, clientWidth } = document.documentElement
    if (holding++ === 0) {
      // The scrollbar goes; what it took stays free, or the page behind would jump.
      style.paddingRight = `${window.innerWidth - clientWidth}px`
      style.overflow = 'hidden'
    }
    return () => {
      if (--holding > 0) return
      style.paddingRight = ''
      style.overflow = ''
    }
  }, [isHolding])
  return createPortal(<div aria-hidden className="bg-veil animate-dim pointer-events-auto fixed inset-0 z-40" />, document.body)
}
