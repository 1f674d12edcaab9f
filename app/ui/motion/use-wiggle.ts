import { useEffect, useRef, type RefObject } from 'react'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { prefersReducedMotion } from './reduced-motion.ts'
import { wiggle } from './transitions.ts'

/** CSS properties by their keyframes, and how they are played. */
type Motion = { frames: Record<string, string[]>; transition: { duration: number; repeat?: number; ease: 'easeInOut' } }

const tilt: Motion = { frames: { rotate: wiggle.rotate.map((angle) => `${angle}deg`) }, transition: wiggle.transition }

/**
 * Wiggles the element of the returned ref when `isOn` becomes true. For the cards of long lists, where `m` components
 * would cost a frame; loads the animation code at the first wiggle.
 */
export function useWiggle<Wiggling extends HTMLElement>(isOn: boolean, motion = tilt): RefObject<Wiggling | null> {
  const element = useRef<Wiggling>(null)
  useEffect(() => {
    if (!isOn || prefersReducedMotion()) return undefined
    let end: (() => void) | undefined = () => {}
    // Selects the export inside of the import, so that the bundler drops the rest.
    void importWithRetry(async () => (await import('framer-motion/dom/mini')).animate)
      .then((animate) => {
        if (end === undefined || element.current === null) return
        const wiggling = animate(element.current, motion.frames, motion.transition)
        end = () => wiggling.cancel()
      })
      // Without a network nothing wiggles; the text says the same.
      .catch(() => {})
    return () => {
      end?.()
      end = undefined
    }
  }, [isOn, motion])
  return element
}
