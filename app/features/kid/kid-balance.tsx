import { useReducedMotionConfig } from 'framer-motion'
import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { MemberId } from '#domain/contract/ids.ts'
import { useWaitingGems } from '#app/lib/state/unsent.ts'
import { useBalance } from '#app/lib/state/use-balance.ts'
import { GemMark } from '#app/ui/media/gem-mark.tsx'
import { useGemsFlying } from '#app/ui/motion/gem-animation.ts'
import { sentences } from '#app/state/sentences.ts'
import { kid } from '#texts/kid'

const countingMs = 700

/** The balance of gems; flying gems land here. */
export function KidBalance({ memberId }: { memberId: MemberId }) {
  const balance = useBalance(memberId)
  const waiting = useWaitingGems(memberId)
  const shown = useCountedTo(balance)
  return (
    <p
      data-gem-target
      className="bg-gem-soft text-gem-ink font-display shadow-lift flex min-h-14 items-center gap-2 rounded-full px-4 text-2xl font-bold tabular-nums sm:px-5"
    >
      <GemMark className="size-8" />
      {/* Screen readers get the final number, not each step. */}
      <span aria-hidden translate="no">
        {shown ?? ' '}
      </span>
      {waiting > 0 && (
        <span aria-hidden translate="no" className="flex items-center gap-1 text-xl opacity-75">
          {`+ ${waiting}`}
          <Clock className="size-5" />
        </span>
      )}
      {balance !== undefined && (
        <span className="sr-only">
          {waiting > 0 ? sentences([kid.gems(balance), kid.gemsWaiting(waiting)]) : kid.gems(balance)}
        </span>
      )}
    </p>
  )
}

/** Counts to a new value once no gem is flying; jumps at the first value, and with reduced motion. */
export function useCountedTo(value: number | undefined): number | undefined {
  const [shown, setShown] = useState(value)
  const flying = useGemsFlying()
  const isReduced = useReducedMotionConfig() === true
  useEffect(() => {
    if (value === undefined || shown === undefined || shown === value || isReduced) {
      setShown(value)
      return undefined
    }
    if (flying) return undefined
    const begun = performance.now()
    let frame = requestAnimationFrame(function count(now) {
      const part = Math.min(1, Math.max(0, (now - begun) / countingMs))
      setShown(Math.round(shown + (value - shown) * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(count)
    })
    return () => cancelAnimationFrame(frame)
    // Starts from the number shown at the moment of the change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [value, flying])
  return shown
}
