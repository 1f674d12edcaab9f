import { animate } from 'framer-motion/dom/mini'
import { useEffect, useLayoutEffect, useRef, useState, type ComponentProps } from 'react'
import { createPortal } from 'react-dom'
import { GemMark } from '../media/gem-mark.tsx'
import { beginGemAnimation, gemTargetSelector } from './gem-animation.ts'
import { pieceOf } from './pop-looks.ts'
import { prefersReducedMotion } from './reduced-motion.ts'

const pieces = 14
const [fewestGems, mostGems] = [5, 8]
const dropColours = ['bg-grape', 'bg-sky', 'bg-gem', 'bg-coral', 'bg-sun'] as const

const [splashMs, flightMs, gemDelayMs, badgeMs] = [740, 900, 55, 1400]
/** Milliseconds by which animations may start later than the timers. */
const startMs = 100

export type PopEffectProps = {
  /** The rectangle of the popped bubble. */
  from: DOMRect
  /** The number of earned gems; only a few of them fly. */
  gems: number
  /** The element that counts them. */
  to?: Element | null | undefined
  /** Which of the eight pops it is. */
  pop?: number
  /** Shows the gems without ring and drops, because nothing has popped. */
  isQuiet?: boolean
  /** Called when the gems have landed. */
  onLand?: () => void
  onEnd: () => void
}

/**
 * The effect of a popped bubble: a ring, drops, and gems that fly in an arc to their counter. With reduced motion only
 * a badge.
 */
export function PopEffect({
  from,
  gems,
  pop = 0,
  isQuiet = false,
  to = document.querySelector(gemTargetSelector),
  onLand,
  onEnd,
}: PopEffectProps) {
  const [isReduced] = useState(prefersReducedMotion)
  const flying = gems === 0 || isReduced ? 0 : Math.max(fewestGems, Math.min(mostGems, Math.ceil(gems / 10)))
  const round = squareOf(from)
  const centre = middleOf(round)
  const [target] = useState(() =>
    to ? middleOf(to.getBoundingClientRect()) : { ...centre, top: centre.top - round.height },
  )
  useEffect(() => {
    const land = beginGemAnimation()
    const landMs = flying === 0 ? 0 : flightMs + (flying - 1) * gemDelayMs
    // Uses timers, because animations end late on a hidden page.
    const landing = setTimeout(() => {
      land()
      onLand?.()
      if (!isReduced && to) animate(to, { scale: [1, 1.16, 1] }, { duration: 0.32 })
    }, landMs)
    const shownMs = isReduced ? (gems > 0 ? badgeMs : 0) : Math.max(isQuiet ? 0 : splashMs, landMs) + startMs
    const ending = setTimeout(onEnd, shownMs)
    return () => {
      clearTimeout(landing)
      clearTimeout(ending)
      land()
    }
    // Runs once for each popped bubble.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return createPortal(
    <div aria-hidden data-burst={pop} className="pointer-events-none fixed inset-0 z-50 overflow-hidden">
      {!isReduced && !isQuiet && <Splash from={round} pop={pop} />}
      {Array.from({ length: flying }, (_, index) => {
        const spread = index - (flying - 1) / 2
        const [x, y] = [target.left - centre.left, target.top - centre.top]
        const timing = { duration: flightMs / 1000, delay: (index * gemDelayMs) / 1000, times: [0, 0.3, 1] }
        // Leaps out of the bubble, then falls into the counter. Different easings for the axes make an arc.
        return (
          <Particle
            key={index}
            data-gem
            className="absolute -mt-6 -ml-6"
            style={centre}
            keyframes={{ translate: [place(0, 0), place(spread * 52, 0), place(x, 0)], opacity: [0, 1, 1, 0] }}
            options={{ ...timing, ease: ['easeOut', 'easeInOut'], opacity: { ...timing, times: [0, 0.06, 0.94, 1] } }}
          >
            <Particle
              className="block"
              keyframes={{
                translate: [place(0, 0), place(0, -round.height * 0.3 - Math.abs(spread) * 6), place(0, y)],
                scale: [0.4, 1.3, 0.55],
              }}
              options={{ ...timing, ease: ['easeOut', 'easeIn'] }}
            >
              <GemMark className="size-12" />
            </Particle>
          </Particle>
        )
      })}
      {isReduced && gems > 0 && (
        <Particle
          data-badge
          className="bg-gem-soft text-gem-ink font-display shadow-lift absolute flex -translate-1/2 items-center gap-3 rounded-full px-8 py-4 text-4xl font-bold"
          style={centre}
          keyframes={{ opacity: [1, 0] }}
          options={{ delay: 1.1, duration: 0.28 }}
        >
          <GemMark className="size-12" />
          <span translate="no">{`+${gems}`}</span>
        </Particle>
      )}
    </div>,
    document.body,
  )
}

const middleOf = ({ left, top, width, height }: DOMRect) => ({ left: left + width / 2, top: top + height / 2 })
const place = (x: number, y: number) => `${x}px ${y}px`

/** The square with the centre and the area of `rect`, so that the burst of a wide element is round as well. */
function squareOf(rect: DOMRect): DOMRect {
  const [{ left, top }, side] = [middleOf(rect), Math.sqrt(rect.width * rect.height)]
  return new DOMRect(left - side / 2, top - side / 2, side, side)
}

function Splash({ from, pop }: { from: DOMRect; pop: number }) {
  const { left, top, width, height } = from
  return (
    <>
      <Particle
        data-ring
        className="border-grape absolute rounded-full border-8"
        style={{ left, top, width, height }}
        keyframes={{ scale: [1.05, 1.55], opacity: [0.8, 0] }}
        options={{ duration: 0.38, ease: [0.1, 0.7, 0.3, 1] }}
      />
      {Array.from({ length: pieces }, (_, index) => {
        const angle = ((index + (index % 2) * 0.3) / pieces) * 2 * Math.PI
        const { style, spin, fall, near, far } = pieceOf(pop, index, angle)
        const [x, y] = [far[0] * width, far[1] * height]
        return (
          <Particle
            key={index}
            data-drop
            className={`absolute -mt-3 -ml-3 size-6 ${dropColours[index % dropColours.length]}`}
            style={{ ...middleOf(from), ...style }}
            keyframes={{
              translate: [place(near[0] * width, near[1] * height), place(x, y), place(x, y + fall)],
              scale: [1, 0.8, 0.2],
              opacity: [1, 1, 0],
              ...(spin > 0 && { rotate: ['0deg', `${spin * 0.7}deg`, `${spin}deg`] }),
            }}
            options={{ duration: 0.62 + (index % 3) * 0.06, times: [0, 0.6, 1], ease: [[0.1, 0.6, 0.4, 1], 'easeIn'] }}
          />
        )
      })}
    </>
  )
}

type ParticleProps = ComponentProps<'span'> & {
  keyframes: Record<string, (string | number)[]>
  options: Parameters<typeof animate>[2]
}

/** An element that animates once, on mount. Not an `m` component, because dozens of those would delay the burst. */
function Particle({ keyframes, options, ...props }: ParticleProps) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const animation = element.current && animate(element.current, keyframes, options)
    return () => animation?.cancel()
    // Runs once, with the first values.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <span ref={element} {...props} />
}
