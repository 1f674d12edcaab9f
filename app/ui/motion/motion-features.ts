// One chunk, loaded after the first paint by the app's `MotionProvider`.
export { AnimatePresence, domMin } from 'framer-motion'
export { AnimatedElement } from './animated-element.tsx'
export { animateSpring } from './animate-spring.ts'
