import { MotionConfig } from 'framer-motion'
import { useAtomValue } from 'jotai'
import { startTransition, useEffect, useState, type ReactNode } from 'react'
import { motionAtom } from '#app/lib/device-settings.ts'
import { whenIdle } from '#app/lib/idle.ts'
import { MotionContext, type MotionFeatures } from '#app/ui/motion.ts'

/** Loads the animations after the first paint, and tells them whether the system's setting or our own switch asks for reduced motion. */
export function MotionProvider({ children }: { children: ReactNode }) {
  const [features, setFeatures] = useState<MotionFeatures>()
  useEffect(() => {
    const load = async () => {
      const { AnimatePresence, AnimatedElement, animateSpring, domMin } = await import('#app/ui/motion-features.ts')
      startTransition(() => setFeatures({ AnimatePresence, AnimatedElement, animateSpring, domMin }))
    }
    return whenIdle(() => void load().catch(() => {}))
  }, [])
  // Stories wait for it.
  useEffect(() => void (features && performance.mark('motion-loaded')), [features])
  return (
    <MotionConfig reducedMotion={useAtomValue(motionAtom) ? 'user' : 'always'}>
      <MotionContext value={features}>{children}</MotionContext>
    </MotionConfig>
  )
}
