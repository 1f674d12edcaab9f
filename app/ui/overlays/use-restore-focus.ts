import { useCallback, useLayoutEffect, useRef } from 'react'
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
    /** For the content: focuses as it is mounted. */
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

/** Firefox tells a screen reader of the focus of a new element some frames later, unless it has moved on by then. */
const framesUntilTold = 6

/**
 * Focuses a dialog's title and then its field, at once when a key is pressed. A reader that meets both together, a new
 * dialog and the focus in a field, stays in its browse mode, where the digits of a PIN are commands.
 */
function focusAfter(title: HTMLElement, field: HTMLElement): void {
  title.tabIndex = -1
  title.style.outline = 'none'
  title.focus({ preventScroll: true })
  const goOn = () => {
    cancelAnimationFrame(frame)
    title.removeEventListener('keydown', goOn)
    if (document.activeElement === title) field.focus({ preventScroll: true })
  }
  let frames = 0
  let frame = requestAnimationFrame(function count() {
    if (++frames === framesUntilTold) goOn()
    else frame = requestAnimationFrame(count)
  })
  title.addEventListener('keydown', goOn)
}

const focusable = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'
