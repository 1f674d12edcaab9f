import { useEffect, useState } from 'react'

/** Whole seconds until a moment (milliseconds since 1970), counted down while it is ahead; 0 when there is none. */
export function useSecondsLeft(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (until === undefined) return undefined
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}
