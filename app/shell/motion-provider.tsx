import { LazyMotion, MotionConfig } from 'framer-motion'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { motionAtom } from '#app/lib/device-settings.ts'

/** Loads what `m` components animate with in a chunk of its own, after the first paint; until then they stand in their `initial` state. */
const loadFeatures = () => import('./motion-features.ts').then(({ domAnimation }) => domAnimation)

/** Wraps the app, so that `m` components animate; neither the system's setting nor our own switch has to be asked there again. */
export function MotionProvider({ children }: { children: ReactNode }) {
  return (
    <LazyMotion strict features={loadFeatures}>
      <MotionConfig reducedMotion={useAtomValue(motionAtom) ? 'user' : 'always'}>{children}</MotionConfig>
    </LazyMotion>
  )
}
