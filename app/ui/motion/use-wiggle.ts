import { useEffect, useRef, type RefObject } from 'react'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { prefersReducedMotion } from './reduced-motion.ts'
import { wiggle } from './transitions.ts'

/**
 * Wiggles the element of the returned ref when `isOn` becomes true. For the cards of long lists, where `m` components
 * would cost a frame; loads the animation code at the first wiggle.
 */
export function useWiggle<Wiggling extends HTMLElement>(isOn: boolean): RefObject<Wiggling | null> {
  const element = useRef<Wiggling>(null)
  useEffect(() => {
    if (!isOn || prefersReducedMotion()) return undefined
    let end: (() => void) | undefined = () => {}
    // Selects the export inside of the import, so that the bundler drops the rest.
    void importWithRetry(async () => (await import('framer-motion/dom/mini')).animate)
      .then((animate) => {
        if (end === undefined || element.current === null) return
        const wiggling = animate(
          element.current,
          { rotate: wiggle.rotate.map((angle) => `${angle}deg`) },
          wiggle.transition,
        )
        end = () => wiggling.cancel()
      })
      // Without a network nothing wiggles; the text says the same.
      .catch(() => {})
    return () => {
      end?.()
      end = undefined
    }
  }, [isOn])
  return element
}
