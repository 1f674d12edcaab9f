import { prefersReducedMotion } from './reduced-motion.ts'

/** Milliseconds for which an item that came to another home is tinted. */
const tintMs = 800
/** Pixels left between the item and the edge of its list. */
const margin = 8

/**
 * Marks an item that came to another home `data-arrived` for a moment, and scrolls the list it stands in there until the item is in sight.
 * Returns where the item is when the list has scrolled.
 */
export function showArrival(item: HTMLElement): DOMRect {
  const rect = item.getBoundingClientRect()
  const list = listAround(item)
  const by = list ? hiddenPixels(list, rect) : 0
  const top = list ? Math.max(0, list.scrollTop + by) : 0
  if (list && by !== 0) list.scrollTo({ top, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
  item.dataset['arrived'] = ''
  setTimeout(() => {
    delete item.dataset['arrived']
    // Items that were out of sight have their true heights only now. Whoever scrolled meanwhile looks at something else.
    if (list && by !== 0 && Math.abs(list.scrollTop - top) < 1) list.scrollTop += hiddenPixels(list, item.getBoundingClientRect())
  }, tintMs)
  return new DOMRect(rect.left, rect.top - by, rect.width, rect.height)
}

/** The list inside of the item's home that scrolls up and down; where nothing does, the page shows the item. */
function listAround(item: HTMLElement): HTMLElement | undefined {
  for (let around = item.parentElement; around !== null; around = around.parentElement) {
    if (around.scrollHeight > around.clientHeight && /auto|scroll/.test(getComputedStyle(around).overflowY)) return around
    if (around.hasAttribute('data-glide-home')) return undefined
  }
  return undefined
}

/** By how many pixels the list has to scroll: above 0 when the item is below what is in sight. */
function hiddenPixels(list: HTMLElement, { top, bottom, height }: DOMRect): number {
  const within = list.getBoundingClientRect()
  if (top < within.top || height > within.height) return top - within.top - margin
  return Math.max(0, bottom + margin - within.bottom)
}
