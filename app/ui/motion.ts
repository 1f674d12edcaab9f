import { createContext, use, useState } from 'react'

export type MotionFeatures = typeof import('./motion-features.ts')

/** What animates. Undefined until its chunk has been loaded, and for good where that failed: until then nothing is animated. */
export const MotionContext = createContext<MotionFeatures | undefined>(undefined)

/** The features as they were when `isInUse` became true, so that what is shown keeps its elements while they are loaded. */
export function useMotionFeatures(isInUse = true): MotionFeatures | undefined {
  const loaded = use(MotionContext)
  const [kept, keep] = useState(loaded)
  if (!isInUse && kept !== loaded) keep(loaded)
  return kept
}
