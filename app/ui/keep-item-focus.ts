const controlsOf = (item: Element) => [...item.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')]

/**
 * Keeps the focus on a control whose item React mounts again in another container. Call it before the update, and the function it returns after
 * it: that focuses the same control of the same item, and scrolls to it only if the focus is visible, as for somebody who uses a keyboard.
 */
export function keepItemFocus(root: HTMLElement | null): () => void {
  const control = document.activeElement
  const focused = control?.closest<HTMLElement>('[data-glide]')
  if (!control || !focused || root?.contains(focused) !== true) return () => {}
  const index = controlsOf(focused).findIndex((other) => other === control)
  const isVisible = control.matches(':focus-visible')
  return () => {
    const item = control.isConnected ? null : root.querySelector(`[data-glide="${CSS.escape(focused.dataset['glide'] ?? '')}"]`)
    if (item === null) return
    controlsOf(item)[index]?.focus({ preventScroll: true })
    if (isVisible) item.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}
