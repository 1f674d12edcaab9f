import { useDeferredValue, useEffect, useEffectEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Animated, Presence } from './animated.tsx'

/**
 * Covers the page behind a dialog. The overlay is painted with the first frame after a press; the dialog renders as soon as `isDrawn`, with
 * lower priority. In place of Radix's overlay, whose scroll lock injects a style element that our Content-Security-Policy refuses.
 */
export function useOverlay(open: boolean, onOpenChange: (open: boolean) => void): { overlay: ReactNode; isDrawn: boolean } {
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
  useScrollLock(isDrawn)
  return { overlay: <Overlay isOpen={open} />, isDrawn }
}

/** The router's key of the history entry that is shown. */
const currentEntry = (): unknown => window.history.state?.key

let locks = 0

/** Keeps the page from scrolling while `isLocked`; it has `data-dialog` then. */
function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return undefined
    const { style, clientWidth, dataset } = document.documentElement
    if (locks++ === 0) {
      // The scrollbar goes; what it took stays free, or the page behind would jump.
      style.paddingRight = `${window.innerWidth - clientWidth}px`
      style.overflow = 'hidden'
      dataset['dialog'] = ''
    }
    return () => {
      if (--locks > 0) return
      style.paddingRight = ''
      style.overflow = ''
      delete dataset['dialog']
    }
  }, [isLocked])
}

function Overlay({ isOpen }: { isOpen: boolean }) {
  return createPortal(
    <Presence isOpen={isOpen}>
      <Animated aria-hidden className="bg-overlay pointer-events-auto fixed inset-0 z-40" />
    </Presence>,
    document.body,
  )
}
