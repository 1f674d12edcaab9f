import type { KeyboardEvent } from 'react'

/**
 * For the content of a dialog or a menu: Escape also closes it below a toast, where Radix would close only the toast.
 * Ignores a key that a menu or a confirmation inside has handled.
 */
export const closeOnEscape = (onOpenChange: (open: boolean) => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  event.preventDefault()
  onOpenChange(false)
}
