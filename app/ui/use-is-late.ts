import { useEffect, useState } from 'react'

/** Milliseconds of work after which it is said to be on its way. */
const lateMs = 1000

/** Returns whether work has been under way for longer than a moment. */
export function useIsLate(busy: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return undefined
    const timer = setTimeout(setLate, lateMs, true)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [busy])
  return isLate
}
