import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { speak } from '#app/lib/speech.ts'
import { Button } from '#app/ui/button.tsx'
import { Cheer } from './cheer.tsx'

/** A round of practice is over; the way out has the focus. */
export function PracticeEnd({ mascot, onExit }: { mascot: ReactNode; onExit: () => void }) {
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    done.current?.focus()
    speak('Well done!')
  }, [])
  return (
    <Cheer
      title="Well done!"
      mascot={mascot}
      action={
        <Button ref={done} size="large" onClick={onExit}>
          <ArrowLeft aria-hidden />
          Done
        </Button>
      }
    />
  )
}
