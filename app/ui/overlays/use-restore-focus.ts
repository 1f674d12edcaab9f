import { useCallback, useLayoutEffect, useRef } from 'react'
import { focusPlace, pageHeading, placeOf, type FocusPlace } from '../layout/keep-focus.ts'

/**
 * The focus of a dialog: on opening its element with `data-autofocus`, or its first control; on closing the one that was
 * focused before, or the nearest if that is gone. An element that `instead` returns has priority.
 */
export function useRestoreFocus(open: boolean, instead?: () => HTMLElement | null) {
  const opener = useRef<FocusPlace>(pageHeading)
  // A closing dialog keeps the props of its last open render, but needs the latest `instead`.
  const latest = useRef(instead)
  useLayoutEffect(() => {
    latest.current = instead
  })
  // A layout effect, because the menu that opened the dialog is gone when the dialog renders.
  useLayoutEffect(() => {
    if (open) opener.current = placeOf(document.activeElement)
  }, [open])
  return {
    /** For the content: focuses at once, because Radix hides the page first, and a screen reader loses its focus. */
    ref: useCallback((content: HTMLElement | null) => {
      if (content === null || content.contains(document.activeElement)) return
      const first =
        content.querySelector<HTMLElement>('[data-autofocus]') ?? content.querySelector<HTMLElement>(focusable)
      ;(first ?? content).focus({ preventScroll: true })
    }, []),
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // Something else has the focus: the dialog itself, reopened during its exit, the next one, or a notice.
      if (document.activeElement !== document.body) return
      const next = latest.current?.()
      focusPlace(next ? () => next : opener.current)
    },
  }
}

const focusable = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'
