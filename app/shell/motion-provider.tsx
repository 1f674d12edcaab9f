import { MotionConfig } from 'framer-motion'
import { useAtomValue } from 'jotai'
import { startTransition, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { motionAtom } from '#app/lib/device/device-settings.ts'
import { whenIdle } from '#app/lib/device/when-idle.ts'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { MotionContext, type MotionFeatures } from '#app/ui/motion/motion-context.ts'

const reducedMotion = '(prefers-reduced-motion: reduce)'

/**
 * Loads the animations after the first paint. Sets reduced motion by the system's setting or our own switch, for
 * `useReducedMotionConfig`; Motion's own 'user' mode would miss a change of the system's setting.
 */
export function MotionProvider({ children }: { children: ReactNode }) {
  const [features, setFeatures] = useState<MotionFeatures>()
  const isReducedBySystem = useSyncExternalStore(watchSystem, () => matchMedia(reducedMotion).matches)
  const isReduced = !useAtomValue(motionAtom) || isReducedBySystem
  useEffect(() => {
    const load = async () => {
      const { AnimatePresence, AnimatedElement, animateSpring, domMin } = await importWithRetry(
        () => import('#app/ui/motion/motion-features.ts'),
      )
      startTransition(() => setFeatures({ AnimatePresence, AnimatedElement, animateSpring, domMin }))
    }
    return whenIdle(() => void load().catch(() => {}))
  }, [])
  // Playwright stories wait for this mark.
  useEffect(() => void (features && performance.mark('motion-loaded')), [features])
  return (
    <MotionConfig reducedMotion={isReduced ? 'always' : 'never'}>
      <MotionContext value={features}>{children}</MotionContext>
    </MotionConfig>
  )
}

function watchSystem(onChange: () => void): () => void {
  const query = matchMedia(reducedMotion)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
