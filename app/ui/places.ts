/** The homes inside of a `Glide`. None lies in another: nothing is looked for inside of one, however full it is. */
export const homesIn = (root: Element): HTMLElement[] => outermost(root, 'data-glide-home')

/** The items of a home, in the order of the page. */
export const itemsIn = (home: Element): HTMLElement[] => outermost(home, 'data-glide')

function outermost(within: Element, mark: string, found: HTMLElement[] = []): HTMLElement[] {
  for (let child = within.firstElementChild; child !== null; child = child.nextElementSibling) {
    if (!(child instanceof HTMLElement)) continue
    if (child.hasAttribute(mark)) found.push(child)
    else outermost(child, mark, found)
  }
  return found
}

/** Milliseconds the page may take to draw an item in its new home. */
export const patience = 1000
