import { roomOf } from './room.ts'

export type Rect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** Clones an item as an inert element, hidden from screen readers. */
export function cloneOf(item: HTMLElement): HTMLElement {
  const clone = item.cloneNode(true) as HTMLElement
  for (const name of ['data-glide', 'data-drag-id', 'data-drag-source']) clone.removeAttribute(name)
  clone.setAttribute('aria-hidden', 'true')
  clone.inert = true
  Object.assign(clone.style, { margin: '0', listStyle: 'none', opacity: '', animation: 'none', contentVisibility: 'visible' })
  return clone
}

/** Shows a clone above the page at `rect`, in the theme of `near`, for an item that has left the page. */
export function doubleOf(item: HTMLElement, rect: Rect, near: Element = item): HTMLElement {
  const double = cloneOf(item)
  for (const side of ['left', 'top', 'width', 'height'] as const) double.style[side] = `${rect[side]}px`
  Object.assign(double.style, { position: 'fixed', zIndex: '35', pointerEvents: 'none', willChange: 'transform' })
  roomOf(near).append(double)
  return double
}
