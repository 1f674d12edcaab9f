import { useEffect, useRef, type RefObject } from 'react'
import { GemMark } from '#app/ui/gem-mark.tsx'

const count = 5

export type FlyingGemsProps = {
  /** The card whose gems fly, once per change; nothing flies without. */
  launch: string | undefined
  stage: RefObject<HTMLElement | null>
  jar: RefObject<HTMLElement | null>
}

/** Gems that fly in an arc from a finished card into the jar. */
export function FlyingGems({ launch, stage, jar }: FlyingGemsProps) {
  const gems = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const card = stage.current?.querySelector(`[data-demo-card='${launch}']`)
    if (launch === undefined || !card || !stage.current || !jar.current || !gems.current) return undefined
    const from = centreWithin(stage.current, jar.current, card)
    const flights = [...gems.current.children].map((gem, index) => fly(gem, from, index))
    return () => flights.forEach((flight) => flight.cancel())
  }, [launch, stage, jar])
  return (
    <div ref={gems} aria-hidden className="pointer-events-none absolute inset-0 z-20">
      {Array.from({ length: count }, (_, index) => (
        <GemMark key={index} className="absolute top-0 left-0 -mt-3 -ml-3 size-6 opacity-0" />
      ))}
    </div>
  )
}

type Flight = { x0: number; y0: number; x1: number; y1: number }

function centreWithin(stage: Element, jar: Element, card: Element): Flight {
  const ground = stage.getBoundingClientRect()
  const end = jar.getBoundingClientRect()
  const start = card.getBoundingClientRect()
  // The card is still gliding when its gems take off: they start where it will be, in the Done column.
  return {
    x0: ground.width * (5 / 6),
    y0: start.top + start.height / 2 - ground.top,
    x1: end.left + end.width / 2 - ground.left,
    y1: end.top + end.height / 4 - ground.top,
  }
}

function fly(gem: Element, { x0, y0, x1, y1 }: Flight, index: number): Animation {
  const spread = (index - (count - 1) / 2) * 26
  const at = (x: number, y: number, scale: number) => `translate(${x}px, ${y}px) scale(${scale})`
  return gem.animate(
    [
      { transform: at(x0, y0, 0.3), opacity: 0, easing: 'ease-out' },
      { transform: at(x0 + spread, y0 - 34, 1.15), opacity: 1, offset: 0.3, easing: 'ease-in-out' },
      { transform: at(x1 + spread / 2, Math.min(y0, y1) - 30, 1), opacity: 1, offset: 0.75, easing: 'ease-in' },
      { transform: at(x1, y1 + 10, 0.5), opacity: 0 },
    ],
    { duration: 950, delay: 380 + index * 60 },
  )
}
