import { prefersReducedMotion } from './reduced-motion.ts'

/** Milliseconds for which an item that came to another home is tinted. */
const tintMs = 800
/** Pixels left between the item and the edge of its list. */
const margin = 8

/**
 * Marks an item that came to another home `data-arrived` for a moment, and scrolls the `data-glide-list` around it, if any, until the item is in
 * sight. Returns where the item is when the list has scrolled.
 */
export function showArrival(item: HTMLElement): DOMRect {
  const { x, y, width, height } = item.getBoundingClientRect()
  const list = item.closest('[data-glide-list]')
  const by = list ? hiddenPixels(list, item) : 0
  const top = list ? Math.max(0, list.scrollTop + by) : 0
  if (by !== 0) list?.scrollTo({ top, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
  item.dataset['arrived'] = ''
  setTimeout(() => {
    delete item.dataset['arrived']
    // Items that were out of sight have their true heights only now. Whoever scrolled meanwhile looks at something else.
    if (list && by !== 0 && Math.abs(list.scrollTop - top) < 1) list.scrollTop += hiddenPixels(list, item)
  }, tintMs)
  return new DOMRect(x, y - by, width, height)
}

/** By how many pixels the list has to scroll: above 0 when the item is below what is in sight. */
function hiddenPixels(list: Element, item: Element): number {
  const [within, { top, bottom, height }] = [list.getBoundingClientRect(), item.getBoundingClientRect()]
  if (top < within.top || height > within.height) return top - within.top - margin
  return Math.max(0, bottom + margin - within.bottom)
}
