import { useEffect } from 'react'

/** Names the browser's tab while a screen is shown. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title === undefined ? 'Bubblequest' : `${title} · Bubblequest`
  }, [title])
}
