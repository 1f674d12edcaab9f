import { useLayoutEffect, useRef } from 'react'

/**
 * Focuses the element with `data-autofocus` when a dialog opens, and on close the previously focused one, also without
 * a Radix trigger. An element that `instead` returns has priority.
 */
export function useRestoreFocus(open: boolean, instead?: () => HTMLElement | null) {
  const opener = useRef<HTMLElement | null>(null)
  // A closing dialog keeps the props of its last open render, but needs the latest `instead`.
  const latest = useRef({ open, instead })
  useLayoutEffect(() => {
    latest.current = { open, instead }
    // The dialog may unmount without a closed render.
    return () => {
      latest.current = { open: false, instead }
    }
  })
  // A layout effect, because the menu that opened the dialog is gone when the dialog renders.
  useLayoutEffect(() => {
    if (open) opener.current = openerOf(document.activeElement)
  }, [open])
  return {
    onOpenAutoFocus: (event: Event) => {
      const first =
        event.currentTarget instanceof Element ? event.currentTarget.querySelector('[data-autofocus]') : null
      if (!(first instanceof HTMLElement)) return
      event.preventDefault()
      first.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      // Reopened during its exit, the dialog keeps the focus.
      if (latest.current.open) return event.preventDefault()
      const next = latest.current.instead?.()
      if (!next && opener.current?.isConnected) {
        event.preventDefault()
        return opener.current.focus()
      }
      if (!next) return undefined
      event.preventDefault()
      // Scrolls only for keyboard users, who must see the focus.
      next.focus({ preventScroll: true })
      if (next.matches(':focus-visible')) next.scrollIntoView({ block: 'nearest' })
      return undefined
    },
  }
}

/**
 * The element that gets the focus back: for a menu item the button of its menu, because the item goes with the menu.
 */
export function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  if (button) return document.getElementById(button)
  return active instanceof HTMLElement ? active : null
}
