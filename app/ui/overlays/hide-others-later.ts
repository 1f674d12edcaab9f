// The path of the file, because vite.config.ts aliases the package's name to this module.
import { hideOthers as hideNow } from '../../../node_modules/aria-hidden/dist/es2015/index.js'

/**
 * Milliseconds after which the page is hidden from those who press nothing: soon from a finger that explores the screen,
 * whose reader presses no key.
 */
const longestWait = () => (matchMedia('(hover: none) and (pointer: coarse)').matches ? 600 : 10_000)

/** The open dialogs, the topmost last. */
const opened: Element[] = []

/**
 * Replaces the library by which Radix hides the page behind a dialog from screen readers: waits for a key or a press in
 * the dialog. A slow reader that finds its last place gone, when it comes to the new focus, does not say the dialog.
 */
export function hideOthers(target: Element): () => void {
  let show: (() => void) | undefined
  opened.push(target)
  const waits = new AbortController()
  const hide = () => {
    waits.abort()
    // Toasts lie above dialogs, and so do dialogs that were opened meanwhile.
    const above = [...opened.slice(opened.indexOf(target) + 1), ...document.querySelectorAll('[data-toasts]')]
    show = hideNow([target, ...above])
  }
  const { signal } = waits
  target.addEventListener('keydown', hide, { signal })
  target.addEventListener('pointerdown', hide, { signal })
  const timer = setTimeout(hide, longestWait())
  signal.addEventListener('abort', () => clearTimeout(timer))
  return () => {
    opened.splice(opened.indexOf(target), 1)
    waits.abort()
    show?.()
  }
}
