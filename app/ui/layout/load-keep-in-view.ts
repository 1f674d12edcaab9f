import { importWithRetry } from '#app/state/import-with-retry.ts'

/**
 * Keeps a dialog or the toasts above the software keyboard. Loads that code with the first of them, because no screen
 * starts with one.
 */
export function loadKeepInView(overlay: HTMLElement | null): (() => void) | undefined {
  if (overlay === null) return undefined
  let hasLeft = false
  let stop: (() => void) | undefined
  const start = async () => {
    const { keepInView } = await importWithRetry(() => import('./keep-in-view.ts'))
    if (!hasLeft) stop = keepInView(overlay)
  }
  start().catch(() => {})
  return () => {
    hasLeft = true
    stop?.()
  }
}
