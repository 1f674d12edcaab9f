import { Check, Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useWaiting } from '#app/lib/state/unsent.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { Animated, Presence } from '#app/ui/motion/animated.tsx'
import { common } from '#texts/common'

/** Milliseconds for which it says that all has arrived. */
const arrivedMs = 4000

/** Says how many deeds wait for the network, and for a moment when all have arrived. */
export default function WaitingDeeds() {
  const count = useWaiting().length
  const hasArrived = useHasArrived(count)
  const text = count > 0 ? common.deedsWaiting(count) : hasArrived ? common.allArrived : undefined
  useAnnounced(text ?? false)
  return (
    <Presence isOpen={text !== undefined}>
      <Animated
        as="span"
        className="bg-sun-soft flex items-center gap-1.5 rounded-full px-2.5 py-1 font-bold max-sm:py-0 max-sm:text-xs [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {count > 0 ? <Clock aria-hidden /> : <Check aria-hidden />}
        <span>{text}</span>
      </Animated>
    </Presence>
  )
}

/** True for a moment after what waited has arrived. */
function useHasArrived(count: number): boolean {
  const before = useRef(count)
  const [hasArrived, setArrived] = useState(false)
  useEffect(() => {
    const isOver = before.current > 0 && count === 0
    before.current = count
    setArrived(isOver)
    if (!isOver) return undefined
    const timer = setTimeout(() => setArrived(false), arrivedMs)
    return () => clearTimeout(timer)
  }, [count])
  return hasArrived
}
