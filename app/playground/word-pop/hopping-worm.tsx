import { useEffect, useRef } from 'react'
import { LetterWorm } from '#app/ui/letter-worm.tsx'
import { isStill } from '#app/ui/spring.ts'

/** The worm hops when a letter has found a place. */
export function HoppingWorm({ letters, className }: { letters: number; className: string }) {
  const worm = useRef<SVGSVGElement>(null)
  const before = useRef(letters)
  useEffect(() => {
    if (letters > before.current && !isStill()) {
      worm.current?.animate([{ translate: '0 0' }, { translate: '0 -18%', scale: '0.96 1.06' }, { translate: '0 0', scale: '1.05 0.94' }, { scale: '1' }], {
        duration: 420,
        easing: 'ease-out',
      })
    }
    before.current = letters
  }, [letters])
  return <LetterWorm ref={worm} className={className} />
}
