import { roomOf } from './room.ts'

/** A double of an item above the whole page, where the item is or was; nobody can touch or hear it. `beside` is in the room it belongs to. */
export function doubleOf(item: HTMLElement, { left, top, width, height }: DOMRect, beside: HTMLElement = item): HTMLElement {
  const double = item.cloneNode(true) as HTMLElement
  double.removeAttribute('data-glide')
  double.removeAttribute('data-soft')
  double.setAttribute('aria-hidden', 'true')
  double.inert = true
  Object.assign(double.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    margin: '0',
    listStyle: 'none',
    zIndex: '35',
    pointerEvents: 'none',
    contentVisibility: 'visible',
    willChange: 'transform',
  })
  roomOf(beside).append(double)
  return double
}
