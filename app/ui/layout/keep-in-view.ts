/**
 * Below this visible height in pixels, a dialog's title and buttons scroll with its content, which would have no space
 * otherwise.
 */
const leastHeight = 240

/**
 * Keeps a dialog inside the visual viewport: on tablets and phones the software keyboard covers the page without
 * resizing its layout. The style of the dialog reads `--hidden-above` and `--hidden-below` (pixels) and `data-tight`.
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
  // Safari may report the offset after the size, with or without an event.
  viewport.addEventListener('resize', update)
  viewport.addEventListener('scroll', update)
  // The keyboard may be open already. Runs in a frame, to avoid a forced layout.
  const frame = requestAnimationFrame(update)
  return () => {
    cancelAnimationFrame(frame)
    viewport.removeEventListener('resize', update)
    viewport.removeEventListener('scroll', update)
  }
}

/**
 * The hidden pixels of the layout viewport. None while zoomed in, because a dialog of the visible size would be
 * unreadable.
 */
function hiddenBy({ height, offsetTop, scale }: VisualViewport): { above: number; below: number } {
  if (scale > 1.01) return { above: 0, below: 0 }
  // Safari's inner height excludes the keyboard, except on a page scrolled to its end.
  const whole = Math.max(window.innerHeight, document.documentElement.clientHeight)
  return { above: Math.max(0, Math.round(offsetTop)), below: Math.max(0, Math.round(whole - offsetTop - height)) }
}
