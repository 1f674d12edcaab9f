/**
 * Keeps the focus of the page: when the focused element is removed, by a press here or by another device, the focus goes
 * to the same control of the next item of its list, or to the heading of that part of the page. `placeOf` and
 * `focusPlace` do the same for an overlay that closes after its opener was removed.
 */

/** Finds the element at a place, or the nearest one; null until there is one. */
export type FocusPlace = () => HTMLElement | null

/** The place of an element as it is now. An item of a menu has the place of the button that opened it. */
export function placeOf(active: Element | null): FocusPlace {
  const element = openerOf(active)
  if (element === null) return pageHeading
  const item = element.closest<HTMLElement>('[data-glide]')
  const place = item ? controlsOf(item).indexOf(element) : -1
  const levels = levelsOf(element)
  return () => {
    if (isUsable(element)) return element
    // React remounts an item that moves to another container.
    const moved = item?.isConnected === false ? itemOf(item.dataset['glide']) : null
    if (moved) return controlAt(moved, place) ?? null
    for (const { parent, siblings, index, control } of levels) {
      if (!parent.isConnected) continue
      for (const sibling of [...siblings.slice(index + 1), ...siblings.slice(0, index).toReversed()]) {
        const next = controlAt(sibling, control)
        if (next) return next
      }
      const heading = parent === document.body ? null : headingIn(parent)
      if (heading) return heading
    }
    return pageHeading()
  }
}

/** Focuses the element at a place, or once it appears, if nothing else has the focus then. */
export function focusPlace(place: FocusPlace): void {
  awaited = undefined
  const element = place()
  if (element === null) awaited = place
  else focusElement(element)
}

/**
 * Focuses a place of the page that a link has opened, unless the page took the focus itself. While an overlay is open,
 * that place gets the focus when it closes, instead of its opener.
 */
export function focusPage(place: FocusPlace): void {
  if (document.querySelector(overlay)) afterOverlay = place
  if (!document.activeElement?.closest(`main, [role=tab], ${overlay}`)) focusPlace(place)
}

/** The place for the focus after the overlay that closes, if a page was opened from it. */
export function takeOpenedPage(): FocusPlace | undefined {
  const place = afterOverlay
  afterOverlay = undefined
  return place
}

/** The heading of the page. */
export const pageHeading: FocusPlace = () => {
  const heading = document.querySelector(':is(header, main) h1')
  return heading instanceof HTMLElement && isShown(heading) ? focusable(heading) : null
}

/**
 * The element that gets the focus back: for a menu item the button of its menu, because the item goes with the menu. If
 * nothing has the focus, the control pressed last: Safari focuses no button that is clicked, nor does Orca's browse mode.
 */
export function openerOf(active: Element | null): HTMLElement | null {
  if (active === null || active === document.body) return pressed?.isConnected === true ? pressed : null
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  if (button) return document.getElementById(button)
  return active instanceof HTMLElement ? active : null
}

/**
 * Keeps the focus on a control in `root` whose item React remounts or removes. Call it before the update, and its result
 * after.
 */
export function keepItemFocus(root: HTMLElement | null): () => void {
  const active = document.activeElement
  if (active === null || root?.contains(active) !== true) return () => {}
  const place = placeOf(active)
  return () => active.isConnected || focusPlace(place)
}

/** Starts to keep the focus, and shows what Tab reaches: a browser scrolls to no element whose part is in view. */
export function startKeepingFocus(): void {
  let last: { element: Element; place: FocusPlace } | undefined
  let isTab = false
  const onKeyDown = ({ key }: KeyboardEvent) => {
    isUsed = true
    isTab = key === 'Tab'
  }
  document.addEventListener('keydown', onKeyDown, { capture: true })
  const onClick = ({ target }: Event) => {
    isUsed = true
    const control = target instanceof Element ? target.closest(controls) : null
    if (control) pressed = openerOf(control)
  }
  document.addEventListener('click', onClick, { capture: true })
  document.addEventListener('pointerdown', () => (isTab = false), { capture: true })
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    awaited = undefined
    last = { element: target, place: placeOf(target) }
    if (isTab) requestAnimationFrame(() => document.activeElement === target && scrollTo(target))
  })
  new MutationObserver(() => {
    if (awaited) return focusPlace(awaited)
    if (document.activeElement !== document.body && document.activeElement !== null) return
    // Overlays return the focus themselves, once the page behind them is no longer hidden.
    if (last === undefined || last.element.isConnected || last.element.closest(overlay)) return
    const { place } = last
    last = undefined
    focusPlace(place)
  }).observe(document.body, { childList: true, subtree: true })
}

/** Whether somebody has pressed a key or a control of this page. */
export const isPageUsed = (): boolean => isUsed

let isUsed = false
let awaited: FocusPlace | undefined
let afterOverlay: FocusPlace | undefined
let pressed: HTMLElement | null = null

const overlay = '[role=dialog], [role=alertdialog], [role=menu]'
const listItem = 'li, article, [role=listitem], [data-glide]'
const controls = ':is(a[href], button, input, select, textarea, [tabindex]):not([tabindex="-1"])'
const headings = 'h1, h2, h3, h4, h5, h6'

const isShown = (element: Element) => element.isConnected && element.getClientRects().length > 0
const controlsOf = (item: Element) => [...item.querySelectorAll<HTMLElement>(controls)]
const isUsable = (control: Element) => isShown(control) && !control.matches(':disabled')

/** The control of an item at an index, or its first one. */
function controlAt(item: Element, index: number): HTMLElement | undefined {
  const usable = (control: HTMLElement | undefined) => control?.tabIndex === 0 && isUsable(control)
  const all = controlsOf(item)
  return usable(all[index]) ? all[index] : all.find(usable)
}
const itemOf = (id = '') => document.querySelector(`[data-glide="${CSS.escape(id)}"]`)

type Level = {
  parent: Element
  /** The items of the parent, if it is a list. */
  siblings: Element[]
  /** The index of the own item among the siblings. */
  index: number
  /** The index of the element among the controls of its item. */
  control: number
}

function levelsOf(element: HTMLElement): Level[] {
  const levels: Level[] = []
  for (let node: Element = element; node.parentElement && !node.matches(overlay); node = node.parentElement) {
    const parent = node.parentElement
    const siblings = node.matches(listItem) ? [...parent.children] : []
    const control = siblings.length > 0 ? controlsOf(node).indexOf(element) : -1
    levels.push({ parent, siblings, index: siblings.indexOf(node), control })
  }
  return levels
}

/** The first heading in a part of the page, or the control in that heading. */
export function headingIn(part: Element): HTMLElement | null {
  for (const heading of part.querySelectorAll<HTMLElement>(headings))
    if (isShown(heading)) return controlAt(heading, 0) ?? focusable(heading)
  return null
}

function focusable(heading: HTMLElement): HTMLElement {
  heading.tabIndex = -1
  return heading
}

function focusElement(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  // Only keyboard users must see the focus.
  if (element.matches(':focus-visible')) scrollTo(element.closest('[data-glide]') ?? element)
}

const scrollTo = (element: Element) => element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
