import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#app/ui/controls/button.tsx'
import { games } from '#texts/games'
import { Cheer } from './cheer.tsx'

/** Shown at the end of a round of practice. */
export function RoundDone({ mascot, onExit }: { mascot: ReactNode; onExit: () => void }) {
  return (
    <Cheer
      title={games.wellDone}
      mascot={mascot}
      action={
        // Focuses the only button, because the focused element is gone.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        <Button size="large" autoFocus onClick={onExit}>
          <ArrowLeft aria-hidden />
          <span>{games.done}</span>
        </Button>
      }
    />
  )
}
