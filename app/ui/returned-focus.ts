import { useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus of a dialog to what carries `data-autofocus` in it, and when it closes back to what had
 * it before, also when no trigger is part of the dialog. Whom `instead` names gets it before that.
 */
export function useReturnedFocus(open: boolean, instead?: () => HTMLElement | null) {
  const opener = useRef<HTMLElement | null>(null)
  // A dialog on its way out keeps the props of its last open render: whom `instead` names is decided after that.
  const latest = useRef({ open, instead })
  useLayoutEffect(() => {
    latest.current = { open, instead }
    // It may be unmounted as a whole, without a render in which it is closed.
    return () => {
      latest.current = { open: false, instead }
    }
  })
  // At once: by the time the dialog is drawn, the menu it was chosen in is gone.
  useLayoutEffect(() => {
    if (open) opener.current = openerOf(document.activeElement)
  }, [open])
  return {
    onOpenAutoFocus: (event: Event) => {
      const first = event.currentTarget instanceof Element ? event.currentTarget.querySelector('[data-autofocus]') : null
      if (!(first instanceof HTMLElement)) return
      event.preventDefault()
      first.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      // Open again before it had left, it has the focus.
      if (latest.current.open) return event.preventDefault()
      const next = latest.current.instead?.()
      if (!next && opener.current?.isConnected) {
        event.preventDefault()
        return opener.current.focus()
      }
      if (!next) return undefined
      event.preventDefault()
      // A finger's page stays where it is; who steps with keys must see where the focus went.
      next.focus({ preventScroll: true })
      if (next.matches(':focus-visible')) next.scrollIntoView({ block: 'nearest' })
      return undefined
    },
  }
}

/** Who gets the focus back from what has it: what is chosen in a menu goes with the menu, the button that opened it, which names it, stays. */
export function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  if (button) return document.getElementById(button)
  return active instanceof HTMLElement ? active : null
}
