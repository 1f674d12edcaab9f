import { useCallback, useLayoutEffect, useRef } from 'react'
import { focusPlace, openerOf, pageHeading, placeOf, takeOpenedPage, type FocusPlace } from '../layout/keep-focus.ts'

/**
 * The focus of a dialog: on opening its element with `data-autofocus`, or its first control; on closing the one that was
 * focused before, or the nearest if that is gone. An element that `instead` returns has priority.
 */
export function useRestoreFocus(open: boolean, instead?: () => HTMLElement | null) {
  const opener = useRef<{ element?: Element | null; place: FocusPlace }>({ place: pageHeading })
  // A closing dialog keeps the props of its last open render, but needs the latest `instead`.
  const latest = useRef(instead)
  useLayoutEffect(() => {
    latest.current = instead
  })
  // A layout effect, because the menu that opened the dialog is gone when the dialog renders.
  useLayoutEffect(() => {
    if (!open) return
    const element = openerOf(document.activeElement)
    opener.current = { element, place: placeOf(element) }
    takeOpenedPage()
  }, [open])
  return {
    /** For the content: focuses at once, because Radix hides the page first, and a screen reader loses its focus. */
    ref: useCallback((content: HTMLElement | null) => {
      if (content === null || content.contains(document.activeElement)) return
      const first =
        content.querySelector<HTMLElement>('[data-autofocus]') ?? content.querySelector<HTMLElement>(focusable)
      const title = content.querySelector<HTMLElement>('h2')
      if (title && first?.matches('input, [role=textbox]')) focusAfter(title, first)
      else (first ?? content).focus({ preventScroll: true })
    }, []),
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const active = document.activeElement
      const dialog = active?.closest('[role=dialog], [role=alertdialog]')
      // The next dialog has the focus already.
      if (dialog && dialog !== active) return
      const next = latest.current?.()
      const page = takeOpenedPage()
      if (next) focusPlace(() => next)
      else if (page) focusPlace(page)
      // Without its opener, leaves the focus to what has taken it, such as a notice in place of the page.
      else if (opener.current.element?.isConnected || dialog || active === document.body)
        focusPlace(opener.current.place)
    },
  }
}

/** Milliseconds between the focus of a dialog's title and that of its field. */
const titleMs = 100

/**
 * Focuses a dialog's title and then its field, at once when a key is pressed. A reader that meets both together, a new
 * dialog and the focus in a field, stays in its browse mode, where the digits of a PIN are commands.
 */
function focusAfter(title: HTMLElement, field: HTMLElement): void {
  title.tabIndex = -1
  title.style.outline = 'none'
  title.focus({ preventScroll: true })
  const goOn = () => {
    clearTimeout(timer)
    title.removeEventListener('keydown', goOn)
    if (document.activeElement === title) field.focus({ preventScroll: true })
  }
  const timer = setTimeout(goOn, titleMs)
  title.addEventListener('keydown', goOn)
}

const focusable = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'
