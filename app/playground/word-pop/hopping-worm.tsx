import { useAnimateMini, useReducedMotionConfig } from 'framer-motion'
import { useEffect, useRef } from 'react'
import { LetterWorm } from '#app/ui/media/letter-worm.tsx'

/** A worm that hops when a letter is placed. */
export function HoppingWorm({ letters, className }: { letters: number; className: string }) {
  const [worm, animate] = useAnimateMini<SVGSVGElement>()
  const isReduced = useReducedMotionConfig() === true
  const before = useRef(letters)
  useEffect(() => {
    if (letters > before.current && !isReduced) {
      animate(
        worm.current,
        { translate: ['0 0', '0 -18%', '0 0', '0 0'], scale: ['1 1', '0.96 1.06', '1.05 0.94', '1 1'] },
        { duration: 0.42 },
      )
    }
    before.current = letters
  }, [letters, isReduced, animate, worm])
  return <LetterWorm ref={worm} className={className} />
}
