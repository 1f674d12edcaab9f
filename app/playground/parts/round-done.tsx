import { ArrowLeft, ArrowRight, Check } from 'lucide-react'
import { useEffect, type ComponentType } from 'react'
import type { PracticeGems } from '#domain/contract/practice.ts'
import { isHalfRight, type Round } from '#domain/games/practice.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Icon } from '#app/ui/media/icon.tsx'
import { GemMark } from '#app/ui/media/gem-mark.tsx'
import { games } from '#texts/games'
import { Cheer } from './cheer.tsx'
import { tell } from './tell.tsx'
import type { GameProps } from './use-game.ts'

export type RoundDoneProps = Pick<GameProps, 'earned' | 'onExit'> & {
  round: Round
  Mascot: ComponentType<{ mood: 'idle' | 'cheering' }>
}

/** Shown at the end of a round of practice: praise for a round that was half right, and why it earned no gems. */
export function RoundDone({ round, earned, Mascot, onExit }: RoundDoneProps) {
  const isPraised = isHalfRight(round)
  return (
    <Cheer
      title={isPraised ? games.wellDone : games.thatIsAll}
      isCalm={!isPraised}
      mascot={<Mascot mood={isPraised ? 'cheering' : 'idle'} />}
      action={
        <>
          {earned?.unpaid && <NoGems reason={earned.unpaid} />}
          {/* Focuses the only button, because the focused element is gone. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Button size="large" autoFocus onClick={onExit}>
            <ArrowLeft aria-hidden />
            <span>{games.done}</span>
          </Button>
        </>
      }
    />
  )
}

/** Says why a round earned no gems: in a sign, in words, and aloud. */
function NoGems({ reason }: { reason: NonNullable<PracticeGems['unpaid']> }) {
  const words = games.noGems[reason]
  useEffect(() => tell(words), [words])
  return (
    <div className="bg-panel border-line flex max-w-md flex-col items-center gap-2 rounded-tile border-2 px-5 py-3 phone-landscape:flex-row phone-landscape:gap-4">
      <p aria-hidden className="flex items-center gap-2 [&_svg]:size-7">
        {reason === 'too_few_right' ? (
          <span className="flex gap-1">
            {[true, true, false, false].map((isRight, answer) => (
              <span
                key={answer}
                className={
                  isRight
                    ? 'bg-leaf-ink text-panel grid size-9 place-items-center rounded-full'
                    : 'border-edge size-9 rounded-full border-2 border-dashed'
                }
              >
                {isRight && <Check strokeWidth={3} />}
              </span>
            ))}
          </span>
        ) : (
          <Icon icon="🌙" className="size-9" />
        )}
        <ArrowRight />
        <GemMark className="size-9" />
      </p>
      <p className="text-xl leading-snug font-bold text-balance">{words}</p>
    </div>
  )
}
