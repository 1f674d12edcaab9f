import * as m from 'framer-motion/m'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { announce } from '#app/state/announce.ts'
import { PopEffect } from '#app/ui/motion/pop-effect.tsx'
import { fadeIn, popIn } from '#app/ui/motion/transitions.ts'

export type CheerProps = {
  /** 'Amazing!' */
  title: string
  text?: string
  /** The animal that cheers. */
  mascot: ReactNode
  /** A button; with it the cheer stays until it is pressed. */
  action?: ReactNode
  /** Without the burst of drops: an end that is no success. */
  isCalm?: boolean
  /** The game tells the praise itself. */
  isTold?: boolean
}

/** Replaces the game by praise, for a while or until a button is pressed. `GameFrame` hides what is below. */
export function Cheer({ title, text, mascot, action, isCalm = false, isTold = false }: CheerProps) {
  const middle = useRef<HTMLDivElement>(null)
  const [from, setFrom] = useState<DOMRect>()
  useLayoutEffect(() => {
    if (!isCalm) setFrom(middle.current?.getBoundingClientRect())
    // Bursts once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    if (!isTold) announce(text === undefined ? title : `${title} ${text}`)
    // Announces once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <m.div
      {...fadeIn}
      data-cheer
      className="absolute inset-0 z-10 flex flex-col items-center justify-center gap-3 p-4 text-center phone-landscape:gap-1"
    >
      <div ref={middle} className="size-[min(11rem,32dvh)] sm:size-[min(14rem,32dvh)]">
        <m.div {...popIn} className="size-full *:size-full">
          {mascot}
        </m.div>
      </div>
      <p className="font-display text-grape text-5xl leading-tight font-bold sm:text-6xl phone-landscape:text-4xl">
        {title}
      </p>
      {text !== undefined && <p className="text-2xl font-bold">{text}</p>}
      {action}
      {from && <PopEffect from={from} gems={0} to={null} onEnd={() => setFrom(undefined)} />}
    </m.div>
  )
}
