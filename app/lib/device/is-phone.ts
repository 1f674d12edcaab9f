import { useCallback, useSyncExternalStore } from 'react'

/** Whether the page is as narrow as on a phone. */
export const useIsPhone = (): boolean => useIsNarrowerThan(768)

/** Whether the page is narrower than so many pixels, or than as many in the browser's font size: a large font needs more. */
export function useIsNarrowerThan(pixels: number): boolean {
  const media = `(max-width: ${pixels - 0.02}px), (max-width: ${pixels / 16 - 0.01}rem)`
  const watch = useCallback(
    (onChange: () => void) => {
      const query = matchMedia(media)
      query.addEventListener('change', onChange)
      // No browser tells of a new size of the font alone: the next change of the page's size tells of both.
      window.addEventListener('resize', onChange)
      return () => {
        query.removeEventListener('change', onChange)
        window.removeEventListener('resize', onChange)
      }
    },
    [media],
  )
  return useSyncExternalStore(watch, () => matchMedia(media).matches)
}
