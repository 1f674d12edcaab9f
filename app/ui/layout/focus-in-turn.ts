/** Firefox tells a screen reader of the focus of a new element some frames later, unless it has moved on by then. */
const framesUntilTold = 6

/** The element that has the focus until the next one gets it. */
let passing: HTMLElement | undefined

export const passesFocusOn = (element: Element | null): boolean => element !== null && element === passing

/**
 * Focuses one element after the other, each once a screen reader may know of the one before, or at once when a key is
 * pressed there. A reader that meets a new part of a page and a control in it together says nothing of the part, and
 * keeps its keys as commands.
 */
export function focusInTurn([element, ...others]: readonly HTMLElement[]): void {
  element?.focus({ preventScroll: true })
  passing = others.length > 0 ? element : undefined
  if (element === undefined || passing === undefined) return
  const goOn = () => {
    cancelAnimationFrame(frame)
    element.removeEventListener('keydown', goOn)
    if (passing === element) passing = undefined
    if (document.activeElement === element) focusInTurn(others)
  }
  let frames = 0
  let frame = requestAnimationFrame(function count() {
    if (++frames === framesUntilTold) goOn()
    else frame = requestAnimationFrame(count)
  })
  element.addEventListener('keydown', goOn)
}
