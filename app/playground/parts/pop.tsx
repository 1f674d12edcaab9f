import { useLayoutEffect, useRef, useState } from 'react'
import { PopEffect } from '#app/ui/motion/pop-effect.tsx'

/** Drops that burst once from the surrounding element. */
export function PopDrops() {
  const here = useRef<HTMLSpanElement>(null)
  const [from, setFrom] = useState<DOMRect>()
  useLayoutEffect(() => setFrom(here.current?.parentElement?.getBoundingClientRect()), [])
  return (
    <span ref={here} hidden>
      {from && <PopEffect from={from} gems={0} to={null} onEnd={() => setFrom(undefined)} />}
    </span>
  )
}
