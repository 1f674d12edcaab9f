import { useSyncExternalStore } from 'react'

// The second one is the same in the browser's font size: a large font leaves no room beside the sidebar.
const phone = '(max-width: 767.98px), (max-width: 47.99rem)'

/** Whether the page is as narrow as on a phone. */
export const useIsPhone = (): boolean => useSyncExternalStore(watchPhone, () => matchMedia(phone).matches)

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
