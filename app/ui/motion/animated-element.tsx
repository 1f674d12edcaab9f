import { domMin, LazyMotion, useIsPresent } from 'framer-motion'
import * as m from 'framer-motion/m'
import type { ComponentProps } from 'react'
import { prefersReducedMotion } from './reduced-motion.ts'

export type AnimatedProps = Omit<
  ComponentProps<'div'>,
  'style' | 'onAnimationStart' | 'onDrag' | 'onDragStart' | 'onDragEnd'
> & {
  as?: 'div' | 'li' | 'span'
  /** The start offset in pixels. */
  from?: { x?: number; y?: number }
}

const elements = { div: m.div, li: m.li, span: m.span }

/** Fades and moves in, and fades out when removed from `AnimatePresence`; from then on it is inert. */
export function AnimatedElement({ as = 'div', from, ...rest }: AnimatedProps) {
  const isPresent = useIsPresent()
  const Element = elements[as] as typeof m.div
  return (
    <LazyMotion strict features={domMin}>
      <Element
        // Starts partly visible, so that feedback on a tap is seen in the first frame, not one or two later.
        initial={{ opacity: 0.4, ...(!prefersReducedMotion() && from) }}
        animate={{ opacity: 1, ...(from && { x: 0, y: 0 }) }}
        exit={{ opacity: 0, transition: { duration: 0.12, ease: 'easeIn' } }}
        transition={{ duration: 0.15, ease: 'easeOut' }}
        {...rest}
        {...(!isPresent && { inert: true, 'aria-hidden': true })}
      />
    </LazyMotion>
  )
}
