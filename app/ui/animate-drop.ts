import { animate } from 'framer-motion/dom/mini'
import type { RefObject } from 'react'
import { spring } from './animate-spring.ts'
import { showArrival } from './arrival.ts'
import { draggingIds } from './layout-animation.tsx'
import { renderTimeoutMs } from './keep-item-focus.ts'
import { prefersReducedMotion } from './reduced-motion.ts'

/** `item` is what was taken hold of: the page may render the same item elsewhere meanwhile. */
export type Drag = {
  id: string
  item: HTMLElement
  root: HTMLElement
  focused: HTMLElement | null
  isByKey: boolean
  isActive: boolean
  over?: HTMLElement | null
  target: HTMLElement | null
  isAwaited: boolean
  landing?: ReturnType<typeof animate>
}

/** Marks the target under the pointer in the page itself, because rendering it would render its items. */
export function markOver(drag: Drag | undefined, over: HTMLElement | null): void {
  if (drag === undefined) return
  delete drag.over?.dataset['over']
  if (over) over.dataset['over'] = ''
  drag.over = over
}

/** Moves the overlay to where the item is by then: as soon as that is rendered in the target, or back to its own place. */
export async function animateDrop(overlay: HTMLElement, latest: RefObject<Drag | undefined>): Promise<void> {
  const drag = latest.current
  if (drag === undefined) return
  const { id, item: source, root, target, isAwaited } = drag
  const itemIn = (element: HTMLElement | null) => element?.querySelector<HTMLElement>(`[data-drag-id="${CSS.escape(id)}"]`)
  const deadline = performance.now() + renderTimeoutMs
  // Until React renders it elsewhere: to look for it among all items in each frame would cost the frame.
  const isComing = () => isAwaited && source.isConnected && performance.now() < deadline && latest.current === drag
  while (isComing()) await new Promise(requestAnimationFrame)
  delete source.dataset['dragSource']
  // Another drag has begun: what moves now is animated by the list.
  if (latest.current !== drag) return
  delete root.dataset['dragging']
  markOver(drag, null)
  if (!isAwaited) drag.focused?.focus({ preventScroll: true })
  const arrived = itemIn(target)
  const item = arrived ?? itemIn(root)
  if (item) {
    const to = arrived && isAwaited ? showArrival(arrived) : item.getBoundingClientRect()
    item.style.opacity = '0'
    if (!prefersReducedMotion()) await (drag.landing = glide(overlay, to, isAwaited ? 0 : 0.5))
    item.style.opacity = ''
  }
  if (latest.current === drag) draggingIds.clear()
}

/** `anchor` is the part of the size that is aligned: 0 the corner, as a card may be higher there; 0.5 the middle, as a piece may be larger. */
function glide(overlay: HTMLElement, to: DOMRect, anchor: number): ReturnType<typeof animate> {
  const [left = 0, top = 0, width = 1, height = 1] = [overlay.style.left, overlay.style.top, overlay.style.width, overlay.style.height].map(parseFloat)
  const [x, y] = [to.left - left + (to.width - width) * anchor, to.top - top + (to.height - height) * anchor]
  if (overlay.firstElementChild) animate(overlay.firstElementChild, { rotate: '0deg', scale: to.width / width }, spring)
  return animate(overlay, { transform: `translate(${x}px, ${y}px)` }, spring)
}
