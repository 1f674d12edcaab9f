import { roomOf } from './room.ts'

/** The items of a `Glide` that are in a hand, or on their way out of it: they find their place by themselves. */
export const carried = new Set<string>()

/** A double of an item above the whole page, right where the item is; nobody can touch or hear it. */
export function doubleOf(item: HTMLElement, { left, top, width, height }: DOMRect): HTMLElement {
  const double = item.cloneNode(true) as HTMLElement
  double.removeAttribute('data-glide')
  double.setAttribute('aria-hidden', 'true')
  double.inert = true
  Object.assign(double.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    margin: '0',
    zIndex: '35',
    pointerEvents: 'none',
    contentVisibility: 'visible',
  })
  roomOf(item).append(double)
  return double
}
