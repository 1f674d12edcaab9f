import { useEffect, useState } from 'react'
import { useIsPhone } from '#app/lib/device/is-phone.ts'
import { latinLetterOf } from '#app/lib/device/latin-key.ts'
import { allowed } from '#app/state/allowed.ts'

const cookieName = 'sidebar_state'
const cookieSeconds = 7 * 24 * 60 * 60

export type SidebarState = {
  /** On a wide screen: full width, or icons only. Stored for 7 days. */
  expanded: boolean
  /** On a phone: the sheet over the page. */
  sheetOpen: boolean
  isPhone: boolean
  setSheetOpen: (open: boolean) => void
  toggle: () => void
}

/** The sidebar's state; its shortcut toggles it where it is shown. */
export function useSidebar(isShown: boolean): SidebarState {
  const isPhone = useIsPhone()
  const [expanded, setExpanded] = useState(() => isExpanded(allowed(() => document.cookie) ?? '', window.innerWidth))
  const [sheetOpen, setSheetOpen] = useState(false)

  const toggle = () => {
    if (isPhone) return setSheetOpen((open) => !open)
    setExpanded(!expanded)
    allowed(() => (document.cookie = `${cookieName}=${!expanded}; path=/; max-age=${cookieSeconds}; samesite=lax`))
  }

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        !isShown ||
        latinLetterOf(event) !== 'b' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      if (!event.repeat) toggle()
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
