import type { KeyboardEvent } from 'react'

/**
 * For the content of a dialog or a menu: Escape closes it although a toast lies above, which Radix would close alone.
 * A menu or a question in the dialog, which took the key for itself, is not followed.
 */
export const escapeCloses = (onOpenChange: (open: boolean) => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  event.preventDefault()
  onOpenChange(false)
}
