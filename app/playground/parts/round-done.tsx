import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { games } from '#texts/games'
import { Cheer } from './cheer.tsx'

/** A round of practice is over. */
export function RoundDone({ mascot, onExit }: { mascot: ReactNode; onExit: () => void }) {
  return (
    <Cheer
      title={games.wellDone}
      mascot={mascot}
      action={
        // Nothing else can be done here, and what had the focus is gone.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        <Button size="large" autoFocus onClick={onExit}>
          <ArrowLeft aria-hidden />
          <span>{games.done}</span>
        </Button>
      }
    />
  )
}
