/** With less height in sight, in pixels, the title and the buttons of a dialog scroll with its content: they would leave no room for it. */
const leastHeight = 240

/**
 * Keeps a dialog inside the visual viewport: on tablets and phones the software keyboard covers the page without resizing its layout.
 * The style of the dialog reads `--hidden-above` and `--hidden-below` (pixels) and `data-tight`.
 */
export function keepInView(dialog: HTMLElement): (() => void) | undefined {
  const viewport = window.visualViewport
  if (!viewport) return undefined
  let [above, below] = [0, 0]
  const update = () => {
    const next = hiddenBy(viewport)
    if (next.above === above && next.below === below) return
    ;({ above, below } = next)
    dialog.style.setProperty('--hidden-above', `${above}px`)
    dialog.style.setProperty('--hidden-below', `${below}px`)
    dialog.toggleAttribute('data-tight', above + below > 0 && viewport.height < leastHeight)
    const { activeElement } = document
    if (dialog.contains(activeElement)) activeElement?.scrollIntoView({ block: 'nearest' })
  }
  // Safari moves the viewport with or without an event of its own: the offset can come after the size.
  viewport.addEventListener('resize', update)
  viewport.addEventListener('scroll', update)
  // The keyboard may be there already. Together with the frame's own layout, so that none is forced.
  const frame = requestAnimationFrame(update)
  return () => {
    cancelAnimationFrame(frame)
    viewport.removeEventListener('resize', update)
    viewport.removeEventListener('scroll', update)
  }
}

/** How many pixels of the layout viewport are out of sight. Zoomed in it is none: a dialog the size of what is in sight could not be read. */
function hiddenBy({ height, offsetTop, scale }: VisualViewport): { above: number; below: number } {
  if (scale > 1.01) return { above: 0, below: 0 }
  // Safari reports an inner height without the keyboard's, but for a page scrolled to its end.
  const whole = Math.max(window.innerHeight, document.documentElement.clientHeight)
  return { above: Math.max(0, Math.round(offsetTop)), below: Math.max(0, Math.round(whole - offsetTop - height)) }
}
