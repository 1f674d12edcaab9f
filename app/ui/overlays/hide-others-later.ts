// The path of the file, because vite.config.ts aliases the package's name to this module.
import { hideOthers as hideNow } from '../../../node_modules/aria-hidden/dist/es2015/index.js'

/** Milliseconds after which a screen reader has taken in which dialog has the focus; 100 were too few for Orca. */
const delay = 600

/**
 * Replaces the library by which Radix hides the page behind a dialog from screen readers: hidden in the task in which
 * the dialog takes the focus, the page has lost it already, and Orca does not say the dialog's title.
 */
export function hideOthers(target: Element): () => void {
  let show: (() => void) | undefined
  const hide = () => {
    // Toasts lie above dialogs.
    const toasts = document.querySelectorAll('[data-toasts]')
    show = hideNow([target, ...toasts])
  }
  const timer = setTimeout(hide, delay)
  return () => {
    clearTimeout(timer)
    show?.()
  }
}
