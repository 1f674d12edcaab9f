import type { TargetAndTransition } from 'framer-motion'

/** The transition of changes of place or size. */
export const spring = { type: 'spring', stiffness: 500, damping: 35 } as const

/** A slow transition for the rising water and the cards of the demo. */
export const slowSpring = { type: 'spring', stiffness: 90, damping: 13 } as const

/**
 * Props of an `m` component that grows on mount. Starts visible, because the animation features may still be loading.
 */
export const popIn = {
  initial: { opacity: 0.4, scale: 0.5 },
  animate: { opacity: 1, scale: 1 },
  transition: spring,
} as const

/** Props of an `m` component that only fades in. */
export const fadeIn = {
  initial: { opacity: 0.4 },
  animate: { opacity: 1 },
  transition: { duration: 0.15, ease: 'easeOut' },
} as const

/** The `animate` prop of an `m` component that attracts attention. */
export const wiggle = {
  rotate: [0, -1.2, 0, 1.2, 0],
  transition: { duration: 0.5, repeat: 2, ease: 'easeInOut' },
} as const satisfies TargetAndTransition

/** Shakes what was wrong from side to side, for `useWiggle`. */
export const shake = {
  frames: { translate: ['0px', '-8px', '8px', '-6px', '6px', '0px'] },
  transition: { duration: 0.4, ease: 'easeInOut' as const },
}
