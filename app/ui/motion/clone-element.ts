export type Rect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** Clones an item as an inert element, hidden from screen readers. */
export function cloneOf(item: HTMLElement): HTMLElement {
  const clone = item.cloneNode(true) as HTMLElement
  for (const name of ['data-glide', 'data-drag-id', 'data-drag-source']) clone.removeAttribute(name)
  clone.setAttribute('aria-hidden', 'true')
  clone.inert = true
  Object.assign(clone.style, {
    margin: '0',
    listStyle: 'none',
    opacity: '',
    animation: 'none',
    contentVisibility: 'visible',
  })
  return clone
}

/** Shows a clone above the page at `rect`, in the theme of `near`, for an item that has left the page. */
export function cloneAbovePage(item: HTMLElement, rect: Rect, near: Element = item): HTMLElement {
  const clone = cloneOf(item)
  for (const side of ['left', 'top', 'width', 'height'] as const) clone.style[side] = `${rect[side]}px`
  Object.assign(clone.style, { position: 'fixed', zIndex: '35', pointerEvents: 'none', willChange: 'transform' })
  themeScopeOf(near).append(clone)
  return clone
}

/** The container for an overlay, so that it inherits the colours and the font of the element's area. */
const themeScopeOf = (element: Element): Element => element.closest('[data-theme-scope]') ?? document.body
