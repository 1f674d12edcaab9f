import { createContext, use, useState } from 'react'

export type MotionFeatures = typeof import('./motion-features.ts')

/**
 * The animation features. Undefined until their chunk has loaded, and for good if that fails; nothing animates
 * meanwhile.
 */
export const MotionContext = createContext<MotionFeatures | undefined>(undefined)

/** The features as of the moment `isInUse` became true, so that shown elements stay mounted while the features load. */
export function useMotionFeatures(isInUse = true): MotionFeatures | undefined {
  const loaded = use(MotionContext)
  const [kept, keep] = useState(loaded)
  if (!isInUse && kept !== loaded) keep(loaded)
  return kept
}
