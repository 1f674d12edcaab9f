import { useEffect, useState } from 'react'

/** Counts down the whole seconds until a moment (milliseconds since 1970); 0 without one. */
export function useSecondsLeft(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (until === undefined) return undefined
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      setNow(Date.now())
      if (Date.now() < until) timer = setTimeout(tick, 250)
    }
    timer = setTimeout(tick)
    return () => clearTimeout(timer)
  }, [until])
  return left
}
