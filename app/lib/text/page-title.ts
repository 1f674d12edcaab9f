import { useEffect } from 'react'

/** Sets the title of the browser's tab while a screen is mounted. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title === undefined ? 'Bubblequest' : `${title} · Bubblequest`
  }, [title])
}
