import { PresenceContext, usePresence } from 'framer-motion'
import { use, useLayoutEffect, useRef, type ReactNode } from 'react'
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

const keyframes = (opacity: number[], scale: number[]) => ({ opacity, ...(!prefersReducedMotion() && { scale }) })

/**
 * An item of a list, inside of `AnimatePresence`: fades in and out. One that is removed gives up its place at once, so that the others
 * slide there. Not an `m` component: sixty of them would hold up a child's page.
 */
export function AnimatedItem({ state, ...rest }: AnimatedItemProps) {
  const item = useRef<HTMLLIElement>(null)
  const [isPresent, remove] = usePresence()
  const isFirst = use(PresenceContext)?.initial === false
  const features = use(MotionContext)
  const lastState = useRef(isFirst ? state : undefined)
  useLayoutEffect(() => {
    if (lastState.current === state || item.current === null) return
    const start = lastState.current === undefined ? keyframes([0, 1], [0.85, 1]) : keyframes([0.3, 1], [0.94, 1])
    lastState.current = state
    void features?.animateSpring(item.current, start)
  }, [state, features])
  useLayoutEffect(() => {
    const element = item.current
    if (isPresent || element === null) return undefined
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight, style } = element
    const place = { position: 'absolute', left: `${offsetLeft}px`, top: `${offsetTop}px`, width: `${offsetWidth}px`, height: `${offsetHeight}px`, margin: '0' }
    Object.assign(style, place)
    let isBack = false
    const leave = async () => {
      await features?.animateSpring(element, keyframes([1, 0], [1, 0.85]))
      if (isBack) return
      // React removes it a frame later.
      style.visibility = 'hidden'
      remove?.()
    }
    void leave()
    return () => {
      isBack = true
      for (const property of [...Object.keys(place), 'visibility']) style.removeProperty(property)
    }
    // The exit has begun.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isPresent])
  return <li ref={item} {...rest} {...(!isPresent && { inert: true, 'aria-hidden': true })} />
}
