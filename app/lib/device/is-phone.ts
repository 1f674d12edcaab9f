import { useSyncExternalStore } from 'react'

// In pixels, and in the font size of the browser: a large font needs more.
const media = '(max-width: 767.98px), (max-width: 47.99rem)'

function watch(onChange: () => void) {
  const query = matchMedia(media)
  query.addEventListener('change', onChange)
  // No browser tells of a new size of the font alone: the next change of the page's size tells of both.
  window.addEventListener('resize', onChange)
  return () => {
    query.removeEventListener('change', onChange)
    window.removeEventListener('resize', onChange)
  }
}

/** Whether the page is as narrow as on a phone. */
export const useIsPhone = (): boolean => useSyncExternalStore(watch, () => matchMedia(media).matches)
