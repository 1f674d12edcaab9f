import { useCallback, useLayoutEffect, useRef } from 'react'
import { focusInTurn, passesFocusOn } from '../layout/focus-in-turn.ts'
import { focusPlace, openerOf, pageHeading, placeOf, takeOpenedPage, type FocusPlace } from '../layout/keep-focus.ts'

type Opener = { element?: Element | null; place: FocusPlace }

/** What opened the dialog that closes just now: the one that opens in its place gives the focus back there. */
let replaced: Opener | undefined

/**
 * The focus of a dialog: on opening its element with `data-autofocus`, or its first control; on closing the one that was
 * focused before, or the nearest if that is gone. An element that `instead` returns has priority.
 */
export function useRestoreFocus(open: boolean, instead?: () => HTMLElement | null) {
  const opener = useRef<Opener>({ place: pageHeading })
  // A closing dialog keeps the props of its last open render, but needs the latest `instead`.
  const latest = useRef(instead)
  useLayoutEffect(() => {
    latest.current = instead
  })
  // A layout effect, because the menu that opened the dialog is gone when the dialog renders.
  useLayoutEffect(() => {
    if (!open) return undefined
    const element = openerOf(document.activeElement)
    opener.current = replaced ?? { element, place: placeOf(element) }
    takeOpenedPage()
    return () => {
      replaced = opener.current
      // After the commit, in which another dialog may open.
      queueMicrotask(() => (replaced = undefined))
    }
  }, [open])
  return {
    /** For the content: focuses it as it is mounted, and its control after it. */
    ref: useCallback((content: HTMLElement | null) => {
      if (content === null || content.contains(document.activeElement)) return
      const first =
        content.querySelector<HTMLElement>('[data-autofocus]') ?? content.querySelector<HTMLElement>(focusable)
      focusInTurn(first === null ? [content] : [content, first])
    }, []),
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const active = document.activeElement
      const dialog = active?.closest('[role=dialog], [role=alertdialog]')
      // The next dialog has the focus already.
      if (dialog && (dialog !== active || passesFocusOn(dialog))) return
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

const focusable = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'
