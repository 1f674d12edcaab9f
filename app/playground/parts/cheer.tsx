import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Burst } from '#app/ui/burst.tsx'

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
  useEffect(() => setFrom(middle.current?.getBoundingClientRect()), [])
  return (
    <div
      className="bg-paper/90 animate-appear absolute inset-0 z-10 flex flex-col items-center justify-center gap-4 rounded-tile p-4 text-center [@media(height<32rem)]:gap-1 [@media(height<32rem)]:p-1"
      aria-live="polite"
    >
      <div ref={middle} className="animate-arrive size-44 sm:size-56 *:size-full [@media(height<32rem)]:size-24">
        {mascot}
      </div>
      <p className="font-display text-grape text-5xl leading-tight font-bold sm:text-6xl [@media(height<32rem)]:text-4xl">{title}</p>
      {text !== undefined && <p className="text-2xl font-bold">{text}</p>}
      {action}
      {from && <Burst from={from} gems={0} to={null} onEnd={() => setFrom(undefined)} />}
    </div>
  )
}
