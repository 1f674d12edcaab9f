import { useLocation, useNavigate } from 'react-router-dom'

/** Which part of a page is shown, kept in its address: a reload keeps it, and a link can lead to it. The first part needs no hash. */
export function useHashTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]): [tab: Tab, show: (tab: Tab) => void] {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [first] = tabs
  return [tabs.find((tab) => hash === `#${tab}`) ?? first, (tab) => void navigate({ hash: tab === first ? '' : tab }, { replace: true })]
}
