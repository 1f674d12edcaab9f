import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { viewOf } from '#app/lib/state/parent-view.ts'
import { mailedLinkPages } from '#app/lib/session/mailed-link.ts'
import { focusAfterLoadAtom } from '#app/lib/state/focus-after-load.ts'
import { store } from '#app/state/store.ts'
import { language } from '#app/texts/page-language.ts'
import { focusPage, headingIn, isPageUsed, pageHeading } from '#app/ui/layout/keep-focus.ts'

/**
 * Focuses the heading of a page that was opened, or of the tab that was opened on the same page, so that screen readers
 * say it. A page that loads is said by its title, unless an action of this app or a mailed link loaded it.
 */
export function PageFocus(): null {
  const location = useLocation()
  const { pathname } = location
  const part = `${location.hash} ${viewOf(location)}`
  const navigation = useNavigationType()
  const before = useRef<{ pathname: string; part: string }>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = { pathname, part }
    if (last === undefined) return focusLoadedPage(pathname)
    // Nobody has opened a page that a redirect at the start shows.
    if (navigation === 'REPLACE' && !isPageUsed()) return undefined
    return focusPage(last.pathname === pathname ? tabHeading : pageHeading)
  }, [pathname, part, navigation])
  return null
}

/** The first heading of the chosen tab: a reader is silent about a panel that has the focus. */
const tabHeading = () => {
  const panel = document.querySelector('main [role=tabpanel][data-state=active]:not([hidden])')
  return panel && headingIn(panel)
}

const chosenLanguage = () =>
  document.querySelector(`label [lang=${language}]`)?.closest('label')?.querySelector('input') ?? null

function focusLoadedPage(pathname: string): void {
  const wanted = store.get(focusAfterLoadAtom)
  store.set(focusAfterLoadAtom, null)
  if (wanted === 'language') focusPage(chosenLanguage)
  else if (wanted === 'heading' || mailedLinkPages.test(pathname)) focusPage(quietHeading)
}

/** Browsers take a new page for one used by keys, so the heading would show a focus ring after a click. */
const quietHeading = () => {
  const heading = pageHeading()
  if (heading) heading.style.outline = 'none'
  return heading
}
