import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** How many items of a scrolling list lie below its lower edge by more than half; read again when it scrolls, is resized or gets other items. */
export function useHiddenBelow(list: RefObject<HTMLElement | null>, items: readonly unknown[]): number {
  const [hidden, setHidden] = useState(0)
  const frame = useRef(0)
  const read = useCallback(() => {
    const element = list.current
    if (element === null) return
    const edge = element.getBoundingClientRect().bottom
    setHidden(
      [...element.children].filter((item) => {
        const { top, height } = item.getBoundingClientRect()
        return top + height / 2 > edge
      }).length,
    )
  }, [list])
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return undefined
    // At most once a frame, however fast it scrolls.
    const readSoon = () => {
      cancelAnimationFrame(frame.current)
      frame.current = requestAnimationFrame(read)
    }
    const resizes = new ResizeObserver(readSoon)
    resizes.observe(element)
    element.addEventListener('scroll', readSoon, { passive: true })
    return () => {
      cancelAnimationFrame(frame.current)
      resizes.disconnect()
      element.removeEventListener('scroll', readSoon)
    }
  }, [list, read])
  useLayoutEffect(read, [read, items])
  return hidden
}
