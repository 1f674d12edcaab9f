import { use, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { MotionContext } from './motion-context.ts'
import { prefersReducedMotion } from './reduced-motion.ts'

/** The background of the active button in a row; slides there from the previous one, which `activeRef` holds. */
export function ActiveMark({ activeRef }: { activeRef: RefObject<HTMLElement | null> }) {
  const mark = useRef<HTMLSpanElement>(null)
  const features = use(MotionContext)
  const slide = useEffectEvent((before: HTMLElement, now: HTMLElement) => {
    const [x, y] = [before.offsetLeft - now.offsetLeft, before.offsetTop - now.offsetTop]
    const start = `translate(${x}px, ${y}px) scaleX(${before.offsetWidth / now.offsetWidth})`
    if (mark.current && !prefersReducedMotion())
      void features?.animateSpring(mark.current, { transform: [start, 'none'] })
  })
  useLayoutEffect(() => {
    const [before, now] = [activeRef.current, mark.current?.parentElement ?? null]
    activeRef.current = now
    if (before?.isConnected && now && before !== now) slide(before, now)
  }, [activeRef])
  return (
    <span
      ref={mark}
      aria-hidden
      className="bg-panel border-grape shadow-lift absolute inset-0 -z-10 origin-left rounded-control border-2"
    />
  )
}
