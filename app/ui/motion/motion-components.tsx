import { LazyMotion, type LazyFeatureBundle } from 'framer-motion'
import { use, type ReactNode } from 'react'
import { MotionContext } from './motion-context.ts'

/** Never resolves, because the features come with the context instead; `LazyMotion` would request them once. */
const notLoaded: LazyFeatureBundle = () => new Promise(() => {})

/**
 * Lets the `m` components inside animate; until the features have loaded they keep their `initial` style. Wraps only
 * screens that use them, because `LazyMotion` has 8 kB, which the board's first paint does not need.
 */
export function MotionComponents({ children }: { children: ReactNode }) {
  const features = use(MotionContext)
  return (
    <LazyMotion strict features={features?.domMin ?? notLoaded}>
      {children}
    </LazyMotion>
  )
}
