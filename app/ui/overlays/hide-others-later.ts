// The path of the file, because vite.config.ts aliases the package's name to this module.
import { hideOthers as hideNow } from '../../../node_modules/aria-hidden/dist/es2015/index.js'

/** Milliseconds after which a screen reader has taken in which dialog has the focus; 100 were too few for Orca. */
const delay = 600

/** The open dialogs, the topmost last. */
const opened: Element[] = []

/**
 * Replaces the library by which Radix hides the page behind a dialog from screen readers: hidden in the task in which
 * the dialog takes the focus, the page has lost it already, and Orca does not say the dialog's title.
 */
export function hideOthers(target: Element): () => void {
  let show: (() => void) | undefined
  opened.push(target)
  const hide = () => {
    // Toasts lie above dialogs, and so do dialogs that were opened meanwhile.
    const above = [...opened.slice(opened.indexOf(target) + 1), ...document.querySelectorAll('[data-toasts]')]
    show = hideNow([target, ...above])
  }
  const timer = setTimeout(hide, delay)
  return () => {
    opened.splice(opened.indexOf(target), 1)
    clearTimeout(timer)
    show?.()
  }
}
