import { prefersReducedMotion } from './reduced-motion.ts'

/** Milliseconds for which an item that came to another container is tinted. */
const tintMs = 800
/** Pixels left between the item and the edge of its list. */
const margin = 8

/**
 * Sets `data-arrived` for a moment on an item that came to another container, and scrolls its `data-glide-list`, if
 * any, to it. Returns the item's rectangle after the scroll.
 */
export function highlightMovedItem(item: HTMLElement): DOMRect {
  const { x, y, width, height } = item.getBoundingClientRect()
  const list = item.closest('[data-glide-list]')
  const by = list ? hiddenPixels(list, item) : 0
  const top = list ? Math.max(0, list.scrollTop + by) : 0
  if (by !== 0) list?.scrollTo({ top, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
  item.dataset['arrived'] = ''
  setTimeout(() => {
    delete item.dataset['arrived']
    // Corrects the scroll, because off-screen items have their real heights only now; unless the user has scrolled
    // meanwhile.
    if (list && by !== 0 && Math.abs(list.scrollTop - top) < 1) list.scrollTop += hiddenPixels(list, item)
  }, tintMs)
  return new DOMRect(x, y - by, width, height)
}

/** Pixels to scroll the list to the item; positive if the item is below the visible part. */
function hiddenPixels(list: Element, item: Element): number {
  const [within, { top, bottom, height }] = [list.getBoundingClientRect(), item.getBoundingClientRect()]
  if (top < within.top || height > within.height) return top - within.top - margin
  return Math.max(0, bottom + margin - within.bottom)
}
