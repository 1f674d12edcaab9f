import { useRef } from 'react'

/**
 * Gives the focus of a dialog to what carries `data-autofocus` in it, and when it closes back to what had
 * it before, also when no trigger is part of the dialog.
 */
export function useReturnedFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = openerOf(document.activeElement)
      const first = event.currentTarget instanceof Element ? event.currentTarget.querySelector('[data-autofocus]') : null
      if (!(first instanceof HTMLElement)) return
      event.preventDefault()
      first.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return
      event.preventDefault()
      opener.current.focus()
    },
  }
}

/** What is chosen in a menu goes with the menu: the button that opened it, which names it, stays. */
function openerOf(active: Element | null): Element | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return button === null || button === undefined ? active : document.getElementById(button)
}
