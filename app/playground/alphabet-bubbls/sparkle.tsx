import { useEffect, useRef } from 'react'
import type { Point } from '#domain/games/alphabet-bubbls/pen.ts'
import { isStill } from '#app/ui/spring.ts'
import { inkColours } from './ink.ts'

const drops = 9

/** Small bubbles that burst out of a stroke's end. */
export function Sparkle({ at: [x, y] }: { at: Point }) {
  const stage = useRef<SVGGElement>(null)
  useEffect(() => {
    if (isStill()) return
    for (const [index, drop] of [...(stage.current?.children ?? [])].entries()) {
      const angle = ((index + (index % 2) * 0.4) / drops) * 2 * Math.PI
      const at = (reach: number, scale: number) => `translate(${Math.cos(angle) * reach}px, ${Math.sin(angle) * reach}px) scale(${scale})`
      drop.animate(
        [
          { transform: at(12, 0.4), opacity: 1 },
          { transform: at(62 - (index % 3) * 12, 1), opacity: 0.9, offset: 0.6 },
          { transform: at(70 - (index % 3) * 12, 1.3), opacity: 0 },
        ],
        { duration: 520 + (index % 3) * 90, easing: 'cubic-bezier(0.1, 0.7, 0.3, 1)' },
      )
    }
  }, [])
  return (
    <g ref={stage} transform={`translate(${x} ${y})`}>
      {Array.from({ length: drops }, (_, drop) => (
        <circle key={drop} r={5 + (drop % 3) * 2} fill={inkColours[drop % inkColours.length]} opacity={0} />
      ))}
    </g>
  )
}
