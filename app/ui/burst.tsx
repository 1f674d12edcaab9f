import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { GemMark } from './gem-mark.tsx'
import { isStill } from './spring.ts'

const drops = 10
const mostGems = 7

export type BurstProps = {
  /** Where the bubble was. */
  from: DOMRect
  /** How many gems were earned; a handful of them is seen flying. */
  gems: number
  /** Where the gems fly to; without it to the one `data-gem-target` of the page. */
  to?: Element | null
  /** The gems have arrived. */
  onEnd: () => void
}

/** A bubble that has popped: drops in all directions, and gems in an arc to where they are counted. */
export function Burst({ from, gems, to = document.querySelector('[data-gem-target]'), onEnd }: BurstProps) {
  const stage = useRef<HTMLDivElement>(null)
  const still = isStill()
  const flying = gems === 0 ? 0 : Math.min(mostGems, Math.ceil(gems / 10))
  useEffect(() => {
    if (stage.current === null) return undefined
    const animations = still ? badge(stage.current) : [...splash(stage.current, from), ...flight(stage.current, from, to)]
    let over = false
    void Promise.allSettled(animations.map(({ finished }) => finished)).then(() => {
      if (!over) onEnd()
    })
    return () => {
      over = true
      for (const animation of animations) animation.cancel()
    }
    // Once, for the bubble that popped.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const x = from.left + from.width / 2
  const y = from.top + from.height / 2
  return createPortal(
    <div ref={stage} aria-hidden className="pointer-events-none fixed inset-0 z-50 overflow-hidden">
      {still ? (
        <p
          data-badge
          className="bg-gem-soft text-gem-ink font-display absolute -translate-1/2 rounded-full px-6 py-3 text-3xl font-bold"
          style={{ left: x, top: y }}
        >
          +{gems}
        </p>
      ) : (
        <>
          {Array.from({ length: drops }, (_, drop) => (
            <span key={drop} data-drop className="bg-grape absolute -mt-2.5 -ml-2.5 size-5 rounded-full opacity-0" style={{ left: x, top: y }} />
          ))}
          {Array.from({ length: flying }, (_, gem) => (
            <GemMark key={gem} data-gem className="absolute -mt-5 -ml-5 size-10 opacity-0" style={{ left: x, top: y }} />
          ))}
        </>
      )}
    </div>,
    document.body,
  )
}

function badge(stage: HTMLElement): Animation[] {
  return [...stage.querySelectorAll('[data-badge]')].map((element) =>
    element.animate([{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], { duration: 1200 }),
  )
}

function splash(stage: HTMLElement, from: DOMRect): Animation[] {
  return [...stage.querySelectorAll('[data-drop]')].map((drop, index) => {
    const angle = (index / drops) * 2 * Math.PI
    const at = (reach: number, scale: number) =>
      `translate(${Math.cos(angle) * from.width * reach}px, ${Math.sin(angle) * from.height * reach}px) scale(${scale})`
    return drop.animate(
      [
        { transform: at(0.45, 1.4), opacity: 0.9 },
        { transform: at(0.75, 0.2), opacity: 0 },
      ],
      { duration: 450, easing: 'ease-out' },
    )
  })
}

function flight(stage: HTMLElement, from: DOMRect, to: Element | null): Animation[] {
  const target = to?.getBoundingClientRect()
  const [dx, dy] = target
    ? [target.left + target.width / 2 - from.left - from.width / 2, target.top + target.height / 2 - from.top - from.height / 2]
    : [0, -from.height]
  return [...stage.querySelectorAll('[data-gem]')].map((gem, index, all) => {
    const spread = (index - (all.length - 1) / 2) * 44
    const at = (x: number, y: number, scale: number) => `translate(${x}px, ${y}px) scale(${scale})`
    return gem.animate(
      [
        { transform: at(0, 0, 0.3), opacity: 0, easing: 'ease-out' },
        { transform: at(spread, -from.height * 0.45, 1.2), opacity: 1, offset: 0.35, easing: 'ease-in-out' },
        { transform: at(dx, dy, 0.5), opacity: 1, offset: 0.95 },
        { transform: at(dx, dy, 0.3), opacity: 0 },
      ],
      { duration: 850, delay: index * 50 },
    )
  })
}
