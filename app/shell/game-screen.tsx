import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ComponentType } from 'react'
import { useNavigate } from 'react-router-dom'
import type { FamilyMember } from '#domain/contract/members.ts'
import { PracticeRoundId } from '#domain/contract/ids.ts'
import type { PracticeGems } from '#domain/contract/practice.ts'
import type { ItemResult } from '#domain/games/game.ts'
import { gameNames, type GameId } from '#domain/games/games.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { newId } from '#app/lib/device/new-id.ts'
import { usePageTitle } from '#app/lib/text/page-title.ts'
import { practiceQuery } from '#app/lib/api/queries.ts'
import { useFamilyClock } from '#app/lib/state/use-quests.ts'
import { useRecordAnswer } from '#app/lib/state/use-practice.ts'
import type { GameProps } from '#app/playground/parts/use-game.ts'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { toast } from '#app/state/toast.ts'
import { shell } from '#texts/shell'

const renderers: Record<GameId, ComponentType<GameProps>> = {
  'alphabet-bubbls': lazyWithPreload(() => import('#app/playground/alphabet-bubbls/alphabet-bubbls-game.tsx')),
  'time-ticker': lazyWithPreload(() => import('#app/playground/time-ticker/time-ticker-game.tsx')),
  'bubble-sort': lazyWithPreload(() => import('#app/playground/bubble-sort/bubble-sort-game.tsx')),
  'word-pop': lazyWithPreload(() => import('#app/playground/word-pop/word-pop-game.tsx')),
  'math-splash': lazyWithPreload(() => import('#app/playground/math-splash/math-splash-game.tsx')),
}

export type GameScreenProps = { game: GameId; isPractice: boolean; member: FamilyMember }

/** One game on the whole screen: in its own order, or as a round of today's practice. */
export function GameScreen({ game, isPractice, member }: GameScreenProps) {
  const navigate = useNavigate()
  const [seed] = useState(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)
  const { today } = useFamilyClock()
  const { data: items = [], isFetchedAfterMount } = useQuery({ ...practiceQuery(member.id), enabled: isPractice })
  const [roundId] = useState(() => (isPractice ? PracticeRoundId.parse(newId()) : undefined))
  const [earned, setEarned] = useState<PracticeGems>()
  const { keep, finish } = useRecordAnswer(member.id, game, roundId, (reply) => {
    setEarned(reply)
    const { gems, settled = 0 } = reply
    if (gems > 0) toast({ title: shell.practiceDone, description: shell.earned(gems, settled) })
  })
  usePageTitle(gameNames[game])
  const Game = renderers[game]
  // If the practice cannot be read, as on a bad line, all items count as new, so that there is still a round.
  if (isPractice && !isFetchedAfterMount) return <GameSkeleton />
  const onAnswer = ({ item, isRight, isQuick, isSkipped }: ItemResult, tookMs: number) =>
    keep(item, isSkipped ? 'skipped' : isRight ? (isQuick ? 'right' : 'slow') : 'wrong', tookMs)
  return (
    <Suspense fallback={<GameSkeleton />}>
      <Game
        seed={seed}
        practice={isPractice ? { known: items.filter((known) => known.game === game), today } : undefined}
        onAnswer={onAnswer}
        onRoundEnd={() => roundId && finish(roundId)}
        earned={earned}
        onExit={() => void navigate({ hash: 'playground' }, { state: { from: game } })}
      />
    </Suspense>
  )
}

function GameSkeleton() {
  return (
    <Loading
      label={shell.loadingGame}
      className="flex min-h-[calc(100dvh-env(safe-area-inset-bottom)-var(--header))] flex-col gap-6 p-5"
    >
      <Skeleton className="h-14 w-28 rounded-full" />
      <Skeleton className="mx-auto aspect-square w-full max-w-xl flex-1 rounded-tile" />
    </Loading>
  )
}
