import { useLocation, useNavigate } from 'react-router-dom'

/** Keeps the selected tab in the hash of the address, so that reloads and links keep it. The first tab has no hash. */
export function useHashTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]): [tab: Tab, show: (tab: Tab) => void] {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [first] = tabs
  return [
    tabs.find((tab) => hash === `#${tab}`) ?? first,
    (tab) => void navigate({ hash: tab === first ? '' : tab }, { replace: true }),
  ]
}
