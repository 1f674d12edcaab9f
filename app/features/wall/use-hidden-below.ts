import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * Counts the items of a scrolling list that its lower edge cuts or hides; updates on scroll, resize and changes.
 */
export function useHiddenBelow(list: RefObject<HTMLElement | null>): number {
  const [hidden, setHidden] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return undefined
    let frame = 0
    const read = () => setHidden(countBelow(element))
    // At most once a frame while scrolling.
    const readSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(read)
    }
    // Also reports the first size.
    const resizes = new ResizeObserver(readSoon)
    resizes.observe(element)
    const changes = new MutationObserver(readSoon)
    changes.observe(element, { childList: true })
    element.addEventListener('scroll', readSoon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      resizes.disconnect()
      changes.disconnect()
      element.removeEventListener('scroll', readSoon)
    }
  }, [list])
  return hidden
}

function countBelow(list: HTMLElement): number {
  // A list scrolls by whole pixels, and an item may end between two.
  const edge = list.getBoundingClientRect().bottom + 1
  return [...list.children].filter((item) => item.getBoundingClientRect().bottom > edge).length
}
