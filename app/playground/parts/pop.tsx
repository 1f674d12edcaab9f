import { useEffect, useRef, useState } from 'react'
import { Burst } from '#app/ui/burst.tsx'
import { isStill } from '#app/ui/spring.ts'

/** Drops that burst out of whatever it stands in, once. */
export function Pop() {
  const here = useRef<HTMLSpanElement>(null)
  const [from, setFrom] = useState<DOMRect>()
  useEffect(() => (isStill() ? undefined : setFrom(here.current?.parentElement?.getBoundingClientRect())), [])
  return (
    <span ref={here} hidden>
      {from && <Burst from={from} gems={0} to={null} onEnd={() => setFrom(undefined)} />}
    </span>
  )
}
