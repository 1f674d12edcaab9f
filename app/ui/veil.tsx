import { useDeferredValue, useEffect, useEffectEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/**
 * What lies between the page and a dialog. It answers the hand with the very next frame; the dialog itself is
 * drawn as soon as `isDrawn`, a moment later, in pieces that let frames pass. Instead of Radix's overlay, whose
 * scroll lock injects a style element that our Content-Security-Policy refuses.
 */
export function useVeil(open: boolean, onOpenChange: (open: boolean) => void): { veil: ReactNode; isDrawn: boolean } {
  const isDrawn = useDeferredValue(open, false) && open
  const close = useEffectEvent(() => onOpenChange(false))
  // A swipe back leads to another page: the dialog must neither lie over that one nor be open on the way forward.
  useEffect(() => {
    if (!open) return undefined
    const entry = currentEntry()
    const closeIfLeft = () => {
      if (currentEntry() !== entry) close()
    }
    window.addEventListener('popstate', closeIfLeft)
    return () => {
      window.removeEventListener('popstate', closeIfLeft)
      // The router hears of it first, and takes the dialog away together with its page.
      closeIfLeft()
    }
  }, [open])
  return { veil: open && <Veil isHolding={isDrawn} />, isDrawn }
}

/** The router's key of the history entry that is shown. */
const currentEntry = (): unknown => window.history.state?.key

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
