import { roomOf } from './room.ts'

/** A copy of an item that nobody can touch or hear. */
export function cloneOf(item: HTMLElement): HTMLElement {
  const clone = item.cloneNode(true) as HTMLElement
  for (const name of ['data-glide', 'data-drag-id', 'data-drag-source']) clone.removeAttribute(name)
  clone.setAttribute('aria-hidden', 'true')
  clone.inert = true
  Object.assign(clone.style, { margin: '0', listStyle: 'none', opacity: '', animation: 'none', contentVisibility: 'visible' })
  return clone
}

/** A copy above the whole page, where the item is or was. */
export function doubleOf(item: HTMLElement, { left, top, width, height }: DOMRect): HTMLElement {
  const double = cloneOf(item)
  Object.assign(double.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    zIndex: '35',
    pointerEvents: 'none',
    willChange: 'transform',
  })
  roomOf(item).append(double)
  return double
}
