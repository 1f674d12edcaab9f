import { useLayoutEffect, type RefObject } from 'react'

const settlingMs = 500

/**
 * Sets `data-settling` on a list for half a second after its items changed, named by `items`. Meanwhile its `danger`
 * buttons take no clicks, because another one than before may be under the pointer.
 */
export function useSettling(list: RefObject<HTMLElement | null>, items: string): void {
  useLayoutEffect(() => {
    const element = list.current
    element?.setAttribute('data-settling', items)
    const timer = setTimeout(() => element?.removeAttribute('data-settling'), settlingMs)
    return () => clearTimeout(timer)
  }, [list, items])
}
