import { useEffect, useState } from 'react'
import { lateMs } from '#app/state/late-ids.ts'

/** True when work has been pending for longer than `lateMs`. */
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
