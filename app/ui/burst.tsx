import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { GemMark } from './gem-mark.tsx'
import { isStill } from './spring.ts'
import { awaitGems, landingPlace } from './flying-gems.ts'

const drops = 14
const [fewestGems, mostGems] = [5, 8]
const dropColours = ['bg-grape', 'bg-sky', 'bg-gem', 'bg-coral', 'bg-sun'] as const

export type BurstProps = {
  /** Where the bubble was. */
  from: DOMRect
  /** How many gems were earned; a handful of them is seen flying. */
  gems: number
  /** Where they are counted. */
  to?: Element | null | undefined
  /** The gems alone, without ring and drops: nothing has popped. */
  isQuiet?: boolean
  /** The gems have landed. */
  onLand?: () => void
  onEnd: () => void
}

/** A bubble that has popped: a ring, drops in all directions, and gems in an arc to where they are counted. */
export function Burst({ from, gems, isQuiet = false, to = document.querySelector(landingPlace), onLand, onEnd }: BurstProps) {
  const stage = useRef<HTMLDivElement>(null)
  const still = isStill()
  const flying = gems === 0 ? 0 : Math.max(fewestGems, Math.min(mostGems, Math.ceil(gems / 10)))
  useEffect(() => {
    if (stage.current === null) return undefined
    const land = awaitGems()
    const gemsLanding = still ? [] : flight(stage.current, from, to)
    const animations = still ? badge(stage.current) : [...splash(stage.current, from), ...gemsLanding]
    let gone = false
    void (still ? Promise.resolve() : settled(gemsLanding)).then(() => {
      if (gone) return
      land()
      onLand?.()
      if (!still) to?.animate([{ scale: '1' }, { scale: '1.16' }, { scale: '1' }], { duration: 320, easing: 'ease-out' })
    })
    void settled(animations).then(() => {
      if (!gone) onEnd()
    })
    return () => {
      gone = true
      land()
      for (const animation of animations) animation.cancel()
    }
    // Once, for the bubble that popped.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  const x = from.left + from.width / 2
  const y = from.top + from.height / 2
  return createPortal(
    <div ref={stage} aria-hidden data-burst className="pointer-events-none fixed inset-0 z-50 overflow-hidden">
      {still ? (
        gems > 0 && (
          <p
            data-badge
            className="bg-gem-soft text-gem-ink font-display shadow-lift absolute flex -translate-1/2 items-center gap-3 rounded-full px-8 py-4 text-4xl font-bold"
            style={{ left: x, top: y }}
          >
            <GemMark className="size-12" />+{gems}
          </p>
        )
      ) : (
        <>
          {!isQuiet && (
            <>
              <span
                data-ring
                className="border-grape absolute rounded-full border-8 opacity-0"
                style={{ left: from.left, top: from.top, width: from.width, height: from.height }}
              />
              {Array.from({ length: drops }, (_, drop) => (
                <span
                  key={drop}
                  data-drop
                  className={`absolute -mt-3 -ml-3 size-6 rounded-full opacity-0 ${dropColours[drop % dropColours.length]}`}
                  style={{ left: x, top: y }}
                />
              ))}
            </>
          )}
          {Array.from({ length: flying }, (_, gem) => (
            <GemMark key={gem} data-gem className="absolute -mt-6 -ml-6 size-12 opacity-0" style={{ left: x, top: y }} />
          ))}
        </>
      )}
    </div>,
    document.body,
  )
}

const settled = (animations: readonly Animation[]) => Promise.allSettled(animations.map(({ finished }) => finished))

function badge(stage: HTMLElement): Animation[] {
  return [...stage.querySelectorAll('[data-badge]')].map((element) =>
    element.animate([{ opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], { duration: 1400 }),
  )
}

/** Only transforms and opacity, here and below: the browser moves them without any script running. */
function splash(stage: HTMLElement, from: DOMRect): Animation[] {
  const rings = [...stage.querySelectorAll('[data-ring]')].map((ring) =>
    ring.animate(
      [
        { transform: 'scale(1.05)', opacity: 0.8 },
        { transform: 'scale(1.55)', opacity: 0 },
      ],
      { duration: 380, easing: 'cubic-bezier(0.1, 0.7, 0.3, 1)' },
    ),
  )
  const flown = [...stage.querySelectorAll('[data-drop]')].map((drop, index) => {
    const angle = ((index + (index % 2) * 0.3) / drops) * 2 * Math.PI
    const far = index % 2 === 0 ? 1 : 0.78
    const at = (reach: number, sink: number, scale: number) =>
      `translate(${Math.cos(angle) * from.width * reach}px, ${Math.sin(angle) * from.height * reach + sink}px) scale(${scale})`
    return drop.animate(
      [
        { transform: at(0.45, 0, 1), opacity: 1, easing: 'cubic-bezier(0.1, 0.6, 0.4, 1)' },
        { transform: at(0.85 * far, 0, 0.8), opacity: 1, offset: 0.6, easing: 'ease-in' },
        { transform: at(0.9 * far, 26, 0.2), opacity: 0 },
      ],
      { duration: 620 + (index % 3) * 60 },
    )
  })
  return [...rings, ...flown]
}

const arcSteps = 18

/** Each gem first leaps out of the bubble, then falls into the counter: a curve, given to the browser point by point. */
function flight(stage: HTMLElement, from: DOMRect, to: Element | null): Animation[] {
  const target = to?.getBoundingClientRect()
  const [dx, dy] = target
    ? [target.left + target.width / 2 - from.left - from.width / 2, target.top + target.height / 2 - from.top - from.height / 2]
    : [0, -from.height]
  return [...stage.querySelectorAll('[data-gem]')].map((gem, index, all) => {
    const spread = index - (all.length - 1) / 2
    const leap = { x: spread * 52, y: -Math.abs(spread) * 6 - from.height * 0.1 }
    const bend = { x: dx * 0.35 + spread * 70, y: Math.min(dy, 0) - from.height * 0.35 }
    const frames = Array.from({ length: arcSteps + 1 }, (_, step): Keyframe => {
      const time = step / arcSteps
      const along = time * time * (3 - 2 * time)
      const [a, b, c] = [(1 - along) ** 2, 2 * along * (1 - along), along ** 2]
      const out = 1 - (1 - Math.min(1, time * 4)) ** 2
      const x = out * a * leap.x + b * bend.x + c * dx
      const y = out * a * leap.y + b * bend.y + c * dy
      const scale = time < 0.3 ? 0.4 + out * 0.9 : 1.3 - ((time - 0.3) / 0.7) * 0.75
      return { transform: `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(2)})`, opacity: step === 0 || step === arcSteps ? 0 : 1 }
    })
    return gem.animate(frames, { duration: 900, delay: index * 55 })
  })
}
