import { useIsPresent } from 'framer-motion'
import * as m from 'framer-motion/m'
import { use, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { MotionContext } from './motion.ts'
import { prefersReducedMotion } from './reduced-motion.ts'

export type AnimatedItemProps = {
  /** The item lights up when this changes. */
  state: string
  /** Its id for the `LayoutAnimation` around the list. */
  'data-glide': string
  className?: string
  children: ReactNode
}

/** An item of a list, inside of `AnimatePresence`: fades in and out. One that is removed gives up its place at once, so that the others slide there. */
export function AnimatedItem({ state, ...rest }: AnimatedItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const features = use(MotionContext)
  const isPresent = useIsPresent()
  const lastState = useRef(state)
  useLayoutEffect(() => {
    if (isPresent || item.current === null) return undefined
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight, style } = item.current
    const place = { position: 'absolute', left: `${offsetLeft}px`, top: `${offsetTop}px`, width: `${offsetWidth}px`, height: `${offsetHeight}px`, margin: '0' }
    Object.assign(style, place)
    return () => Object.keys(place).forEach((property) => style.removeProperty(property))
  }, [isPresent])
  useEffect(() => {
    if (lastState.current === state) return
    lastState.current = state
    if (item.current && !prefersReducedMotion()) void features?.animateSpring(item.current, { opacity: [0.3, 1], scale: [0.94, 1] })
  }, [state, features])
  const away = { opacity: 0, ...(!prefersReducedMotion() && { scale: 0.85 }) }
  return (
    <m.li
      ref={item}
      initial={features === undefined ? false : away}
      animate={{ opacity: 1, scale: 1 }}
      exit={{ ...away, transition: { duration: 0.25, ease: 'easeIn' } }}
      transition={{ duration: 0.3, ease: 'easeOut' }}
      {...rest}
      {...(!isPresent && { inert: true, 'aria-hidden': true })}
    />
  )
}
