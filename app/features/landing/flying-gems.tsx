import * as m from 'framer-motion/m'
import { useState } from 'react'
import { GemMark } from '#app/ui/media/gem-mark.tsx'

const count = 5

export type FlyingGemsProps = {
  /** The card whose gems fly. */
  card: string
  stage: Element
  jar: Element
}

/** Gems that fly in an arc from a finished card into the jar, once. */
export function FlyingGems({ card, stage, jar }: FlyingGemsProps) {
  const [flight] = useState(() => flightBetween(stage, jar, stage.querySelector(`[data-demo-card='${card}']`) ?? stage))
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 z-20">
      {Array.from({ length: count }, (_, index) => (
        <FlyingGem key={index} flight={flight} index={index} />
      ))}
    </div>
  )
}

type Flight = { x0: number; y0: number; x1: number; y1: number }

function flightBetween(stage: Element, jar: Element, card: Element): Flight {
  const ground = stage.getBoundingClientRect()
  const end = jar.getBoundingClientRect()
  const start = card.getBoundingClientRect()
  // The card is still moving when its gems start, so they start at its target in the Done column.
  return {
    x0: ground.width * (5 / 6),
    y0: start.top + start.height / 2 - ground.top,
    x1: end.left + end.width / 2 - ground.left,
    y1: end.top + end.height / 4 - ground.top,
  }
}

function FlyingGem({ flight: { x0, y0, x1, y1 }, index }: { flight: Flight; index: number }) {
  const spread = (index - (count - 1) / 2) * 26
  return (
    <m.span
      className="absolute top-0 left-0 -mt-3 -ml-3"
      initial={{ opacity: 0 }}
      animate={{
        x: [x0, x0 + spread, x1 + spread / 2, x1],
        y: [y0, y0 - 34, Math.min(y0, y1) - 30, y1 + 10],
        scale: [0.3, 1.15, 1, 0.5],
        opacity: [0, 1, 1, 0],
      }}
      transition={{
        delay: 0.3 + index * 0.06,
        duration: 0.8,
        times: [0, 0.3, 0.75, 1],
        ease: ['easeOut', 'easeInOut', 'easeIn'],
      }}
    >
      <GemMark className="size-6" />
    </m.span>
  )
}
