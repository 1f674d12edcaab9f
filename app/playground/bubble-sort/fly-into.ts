import { animate } from 'framer-motion/dom/mini'
import { cloneAbovePage, type Rect } from '#app/ui/motion/clone-element.ts'
import { prefersReducedMotion } from '#app/ui/motion/reduced-motion.ts'

/** Animates a clone of a sorted item into its place, because the item itself may unmount meanwhile. */
export function flyInto(element: HTMLElement, from: Rect, place: Element): void {
  if (prefersReducedMotion()) return
  const to = place.getBoundingClientRect()
  const clone = cloneAbovePage(element, from)
  clone.style.outline = 'none'
  const x = to.left + to.width / 2 - from.left - from.width / 2
  const y = to.top + to.height / 2 - from.top - from.height / 2
  const way = { translate: ['0px 0px', `${x * 0.6}px ${y * 0.6 - 30}px`, `${x}px ${y}px`], scale: [1, 1.05, 0.5], opacity: [1, 1, 0.2] }
  void animate(clone, way, { duration: 0.32, times: [0, 0.6, 1], ease: 'easeInOut' }).then(() => clone.remove())
}
