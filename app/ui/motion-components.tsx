import { LazyMotion, type LazyFeatureBundle } from 'framer-motion'
import { use, type ReactNode } from 'react'
import { MotionContext } from './motion.ts'

/** `LazyMotion` would ask for them once; they come with the context instead. */
const notLoaded: LazyFeatureBundle = () => new Promise(() => {})

/**
 * Lets the `m` components inside animate; until the features are loaded they stand in their `initial` style. Around the screens that have some,
 * not around the app: `LazyMotion` brings 8 kB, which the board's first paint does without.
 */
export function MotionComponents({ children }: { children: ReactNode }) {
  const features = use(MotionContext)
  return (
    <LazyMotion strict features={features?.domMin ?? notLoaded}>
      {children}
    </LazyMotion>
  )
}
