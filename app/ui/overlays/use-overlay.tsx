import { useDeferredValue, useEffect, useEffectEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { addOverlayEntry } from './overlay-history.ts'
import { Animated, Presence } from '../motion/animated.tsx'

/**
 * Covers the page behind a dialog. The overlay paints in the first frame after a press; the dialog renders with lower
 * priority, once `isDrawn`. Replaces Radix's overlay, whose scroll lock injects a style element that our
 * Content-Security-Policy refuses.
 */
export function useOverlay(
  open: boolean,
  onOpenChange: (open: boolean) => void,
): { overlay: ReactNode; isDrawn: boolean } {
  const isDrawn = useDeferredValue(open, false) && open
  const close = useEffectEvent(() => onOpenChange(false))
  useEffect(() => {
    if (!open) return undefined
    const page = currentPage()
    const removeEntry = addOverlayEntry(() => close())
    return () => {
      removeEntry()
      // A dialog that was unmounted with its page does not open again with the next one.
      if (currentPage() !== page) close()
    }
  }, [open])
  useScrollLock(isDrawn)
  return { overlay: <Overlay isOpen={open} />, isDrawn }
}

/** The router's key of the current page. */
const currentPage = (): unknown => window.history.state?.key

let locks = 0

/** Locks the page's scroll while `isLocked`, and sets `data-toasts-on-top` on it. */
function useScrollLock(isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return undefined
    const { style, clientWidth, dataset } = document.documentElement
    if (locks++ === 0) {
      // Replaces the scrollbar's width by a padding, so that the page does not jump.
      style.paddingRight = `${window.innerWidth - clientWidth}px`
      style.overflow = 'hidden'
      dataset['toastsOnTop'] = ''
    }
    return () => {
      if (--locks > 0) return
      style.paddingRight = ''
      style.overflow = ''
      delete dataset['toastsOnTop']
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
