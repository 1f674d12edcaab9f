import type { TargetAndTransition } from 'framer-motion'

/** The movement of whatever changes its place or its size. */
export const spring = { type: 'spring', stiffness: 500, damping: 35 } as const

/** Slower, for what is there to be watched: water that rises, the cards of the demo. */
export const slowSpring = { type: 'spring', stiffness: 90, damping: 13 } as const

/** Props of an `m` component that grows to its size when it mounts. It begins visible, so it is seen although the animation features are still loading. */
export const popIn = { initial: { opacity: 0.4, scale: 0.5 }, animate: { opacity: 1, scale: 1 }, transition: spring } as const

/** The same for something that only fades in. */
export const fadeIn = { initial: { opacity: 0.4 }, animate: { opacity: 1 }, transition: { duration: 0.15, ease: 'easeOut' } } as const

/** The `animate` prop of an `m` component that calls for attention. */
export const wiggle = { rotate: [0, -1.2, 0, 1.2, 0], transition: { duration: 0.5, repeat: 2, ease: 'easeInOut' } } as const satisfies TargetAndTransition
