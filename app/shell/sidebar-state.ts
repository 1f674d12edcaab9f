import { useEffect, useState, useSyncExternalStore } from 'react'
import { latinLetterOf } from '#app/lib/device/latin-key.ts'

const cookieName = 'sidebar_state'
const cookieSeconds = 7 * 24 * 60 * 60
// The second one is the same in the browser's font size: a large font leaves no room beside the sidebar.
const phone = '(max-width: 767.98px), (max-width: 47.99rem)'

export type SidebarState = {
  /** On a wide screen: full width, or icons only. Stored for 7 days. */
  expanded: boolean
  /** On a phone: the sheet over the page. */
  sheetOpen: boolean
  isPhone: boolean
  setSheetOpen: (open: boolean) => void
  toggle: () => void
}

export function useSidebar(): SidebarState {
  const isPhone = useSyncExternalStore(watchPhone, () => matchMedia(phone).matches)
  const [expanded, setExpanded] = useState(() => isExpanded(document.cookie, window.innerWidth))
  const [sheetOpen, setSheetOpen] = useState(false)

  const toggle = () => {
    if (isPhone) return setSheetOpen((open) => !open)
    setExpanded(!expanded)
    document.cookie = `${cookieName}=${!expanded}; path=/; max-age=${cookieSeconds}; samesite=lax`
  }

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (latinLetterOf(event) !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      toggle()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })

  return { expanded, sheetOpen: sheetOpen && isPhone, isPhone, setSheetOpen, toggle }
}

/** The state in the cookie; without one, expanded from a page width of 1024 pixels on. */
export function isExpanded(cookies: string, pageWidth: number): boolean {
  const remembered = /(?:^|; )sidebar_state=(true|false)/.exec(cookies)?.[1]
  return remembered === undefined ? pageWidth >= 1024 : remembered === 'true'
}

function watchPhone(onChange: () => void): () => void {
  const query = matchMedia(phone)
  query.addEventListener('change', onChange)
  // No browser tells of a new size of the font alone: the next change of the page's size tells of both.
  window.addEventListener('resize', onChange)
  return () => {
    query.removeEventListener('change', onChange)
    window.removeEventListener('resize', onChange)
  }
}
