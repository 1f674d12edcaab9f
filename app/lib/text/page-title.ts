import { useEffect } from 'react'
import { isolated } from '#app/texts/isolated.ts'

/** Sets the title of the browser's tab while a screen is mounted. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title === undefined ? 'Bubblequest' : `${isolated(title)} · Bubblequest`
  }, [title])
}
