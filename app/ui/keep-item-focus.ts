/** Milliseconds within which React renders a moved item in its new place. */
export const renderTimeoutMs = 1000

const controlsOf = (item: Element) => [...item.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')]

/**
 * React mounts an item anew in another container, which drops its focus. Called before that; the function it returns, called after it, gives
 * the focus to the same control of the same item, and scrolls there only for somebody who works with keys.
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
