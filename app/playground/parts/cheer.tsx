import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Burst } from '#app/ui/burst.tsx'
import { isStill } from '#app/ui/spring.ts'

export type CheerProps = {
  /** 'Amazing!' */
  title: string
  text?: string
  /** Who cheers. */
  mascot: ReactNode
  /** Something to press, where the cheer stays until it is. */
  action?: ReactNode
}

/** Over the whole game, for a while or until a button is pressed: what was done is done. */
export function Cheer({ title, text, mascot, action }: CheerProps) {
  const middle = useRef<HTMLDivElement>(null)
  const [from, setFrom] = useState<DOMRect>()
  // In stillness the cheer itself is the badge.
  useEffect(() => (isStill() ? undefined : setFrom(middle.current?.getBoundingClientRect())), [])
  return (
    <div
      className="bg-paper/90 animate-appear absolute inset-0 z-10 flex flex-col items-center justify-center gap-3 rounded-tile p-4 text-center short:gap-1"
      aria-live="polite"
    >
      <div ref={middle} className="animate-arrive size-[min(11rem,32dvh)] sm:size-[min(14rem,32dvh)] *:size-full">
        {mascot}
      </div>
      <p className="font-display text-grape text-5xl leading-tight font-bold sm:text-6xl short:text-4xl">{title}</p>
      {text !== undefined && <p className="text-2xl font-bold">{text}</p>}
      {action}
      {from && <Burst from={from} gems={0} to={null} onEnd={() => setFrom(undefined)} />}
    </div>
  )
}
