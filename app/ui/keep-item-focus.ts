/** Milliseconds within which React renders a moved item in its new place. */
export const renderTimeoutMs = 1000

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
  const [isVisible, selector] = [control.matches(':focus-visible'), `[data-glide="${CSS.escape(focused.dataset['glide'] ?? '')}"]`]
  let deadline: number | undefined
  const restore = () => {
    if (control.isConnected || document.activeElement !== document.body) return
    const item = root.querySelector(selector)
    if (item) {
      controlsOf(item)[index]?.focus({ preventScroll: true })
      if (isVisible) item.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    } else if (performance.now() < (deadline ??= performance.now() + renderTimeoutMs)) requestAnimationFrame(restore)
  }
  return restore
}
