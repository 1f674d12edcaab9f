const controlsOf = (item: Element) => [...item.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')]

/**
 * Keeps the focus on a control whose item React remounts in another container. Call it before the update, and its
 * result after: that focuses the same control of the same item, and scrolls to it only for a visible focus, as with a
 * keyboard.
 */
export function keepItemFocus(root: HTMLElement | null): () => void {
  const control = document.activeElement
  const focused = control?.closest<HTMLElement>('[data-glide]')
  if (!control || !focused || root?.contains(focused) !== true) return () => {}
  const index = controlsOf(focused).findIndex((other) => other === control)
  const isVisible = control.matches(':focus-visible')
  return () => {
    const item = control.isConnected
      ? null
      : root.querySelector(`[data-glide="${CSS.escape(focused.dataset['glide'] ?? '')}"]`)
    if (item === null) return
    controlsOf(item)[index]?.focus({ preventScroll: true })
    if (isVisible) item.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}
