import { lazy, Suspense, useState, type ComponentType } from 'react'
import { useNavigate } from 'react-router-dom'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import { gameNames, type GameId } from '#domain/games/games.ts'
import { usePageTitle } from '#app/lib/page-title.ts'
import type { GameProps } from '#app/playground/parts/game.ts'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'

const renderers: Partial<Record<GameId, ComponentType<GameProps>>> = {
  'bubble-sort': lazy(() => import('#app/playground/bubble-sort/bubble-sort.tsx')),
  'word-pop': lazy(() => import('#app/playground/word-pop/word-pop.tsx')),
}

export type GameScreenProps = { game: GameId; isPractice: boolean; member: FamilyMember }

/** One game and nothing else. */
export function GameScreen({ game }: GameScreenProps) {
  const navigate = useNavigate()
  const [seed] = useState(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)
  usePageTitle(gameNames[game])
  const Game = renderers[game]
  if (Game === undefined) return null
  return (
    <Suspense
      fallback={
        <Loading label="Loading the game..." className="flex min-h-dvh flex-col gap-6 p-5">
          <Skeleton className="h-14 w-28 rounded-full" />
          <Skeleton className="mx-auto aspect-square w-full max-w-xl flex-1 rounded-tile" />
        </Loading>
      }
    >
      <Game seed={seed} practice={undefined} onAnswer={() => {}} onExit={() => void navigate({ hash: 'playground' }, { state: { from: game } })} />
    </Suspense>
  )
}
