import { useEffect, useRef, type RefObject } from 'react'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { prefersReducedMotion } from './reduced-motion.ts'
import { wiggle } from './transitions.ts'

/**
 * Wiggles the element of the returned ref when `isOn` becomes true. For the cards of long lists: an `m` component for each would cost a frame, and what
 * animates is loaded when the first of them wiggles.
 */
export function useWiggle<Wiggling extends HTMLElement>(isOn: boolean): RefObject<Wiggling | null> {
  const element = useRef<Wiggling>(null)
  useEffect(() => {
    if (!isOn || prefersReducedMotion()) return undefined
    let end: (() => void) | undefined = () => {}
    // Named inside, so that the bundler leaves out what else is in it.
    void importWithRetry(async () => (await import('framer-motion/dom/mini')).animate)
      .then((animate) => {
        if (end === undefined || element.current === null) return
        const wiggling = animate(element.current, { rotate: wiggle.rotate.map((angle) => `${angle}deg`) }, wiggle.transition)
        end = () => wiggling.cancel()
      })
      // Without a network it stands still, and its words say the same.
      .catch(() => {})
    return () => {
      end?.()
      end = undefined
    }
  }, [isOn])
  return element
}
