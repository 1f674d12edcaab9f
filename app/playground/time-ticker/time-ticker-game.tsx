import * as m from 'framer-motion/m'
import { CircleCheck, Eye } from 'lucide-react'
import { isSameTime } from '#domain/games/time-ticker/clock.ts'
import { targetOf } from '#domain/games/time-ticker/questions.ts'
import {
  isLevelUp,
  pointsForCorrect,
  timeTicker as game,
  type TimeTicker,
  type TimeTickerMove,
} from '#domain/games/time-ticker/time-ticker.ts'
import { levels } from '#domain/games/time-ticker/levels.ts'
import { gameNames } from '#domain/games/games.ts'
import { announce } from '#app/state/announce.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { ClockOwl } from '#app/ui/media/clock-owl.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { wiggle } from '#app/ui/motion/transitions.ts'
import { games } from '#texts/games'
import { timeTicker } from '#texts/timeTicker'
import { GameFrame } from '../parts/game-frame.tsx'
import { PracticeSteps } from '../parts/practice-steps.tsx'
import { RoundDone } from '../parts/round-done.tsx'
import { tell } from '../parts/tell.tsx'
import { useGame, type GameOptions, type GameProps } from '../parts/use-game.ts'
import { quickMs, useVisibleTime } from '../parts/use-visible-time.ts'
import { ClockFace } from './clock-face.tsx'
import { ClockOptions } from './clock-options.tsx'
import { handsInWords } from './clock-words.ts'
import { OwlQuestion } from './owl-question.tsx'
import { SetClock } from './set-clock.tsx'
import { TickerScore } from './ticker-score.tsx'

const options: GameOptions<TimeTicker> = {
  soundOf(after, before) {
    if (game.isOver(after)) return 'done'
    if (after.verdict !== undefined) return after.verdict === 'wrong' ? 'oops' : isLevelUp(after) ? 'done' : 'right'
    return after.question === before.question && !isSameTime(after.hands, before.hands) ? 'tick' : undefined
  },
  shownMs: ({ verdict }) => verdict && { right: 1500, wrong: 1000 }[verdict],
}

/** Puts owl and choices beside the clock in landscape; beside three clocks only on a screen of little height. */
const beside = 'landscape:grid landscape:grid-cols-2 landscape:grid-rows-[3fr_2fr] landscape:gap-x-6'
const besideFind = 'phone-landscape:grid phone-landscape:grid-cols-[minmax(0,2fr)_5fr] phone-landscape:gap-x-6'

/** The game of setting, reading and finding analog and digital clocks. */
export default function TimeTickerGame(props: GameProps) {
  const [state, play] = useGame(game, options, props)
  const { question, verdict, hands, isHelped, misses, round } = state
  const timeSeen = useVisibleTime(question)
  const answer = (move: TimeTickerMove) => {
    const after = play(move)
    const nextLevel = nextLevelOf(after)
    if (after === state) return
    announce(after.verdict === 'right' ? timeTicker.correct(pointsForCorrect) : games.tryAgain)
    if (nextLevel !== undefined) tell(nextLevel, timeTicker.nextLevel(nextLevel))
  }
  const target = targetOf(question)
  const isHelpOffered = misses > 1 && !isHelped && verdict === undefined
  const isFind = question.mode === 'matchtime'
  const clock = 'size-[min(100cqw,100cqh)]'
  return (
    <GameFrame
      name={gameNames['time-ticker']}
      onExit={props.onExit}
      place={round === undefined ? <TickerScore state={state} /> : <PracticeSteps round={round} />}
    >
      <div
        inert={game.isOver(state)}
        className={cn('flex min-h-0 flex-1 flex-col gap-3', isFind ? besideFind : beside)}
      >
        <OwlQuestion isAbove={isFind} state={state} nextLevel={nextLevelOf(state)} />
        {!isFind && (
          <div className="grid min-h-56 flex-1 place-items-center [container-type:size] phone-landscape:min-h-0 landscape:col-start-2 landscape:row-span-2 landscape:row-start-1">
            {question.mode === 'setclock' ? (
              <SetClock
                level={question.level}
                time={hands}
                ghost={isHelped && verdict !== 'right' ? target : undefined}
                verdict={verdict}
                onMove={play}
                className={clock}
              />
            ) : (
              <ClockFace
                time={target}
                verdict={verdict}
                label={timeTicker.clock(handsInWords(target))}
                className={clock}
              />
            )}
          </div>
        )}
        {question.mode === 'setclock' ? (
          <div className="flex flex-wrap items-center justify-center gap-3 landscape:col-start-1 landscape:self-start">
            <m.div animate={isHelpOffered ? wiggle : {}}>
              <Button
                variant="quiet"
                size="large"
                className={cn('px-5 sm:px-7', isHelpOffered && 'border-grape')}
                aria-pressed={isHelped}
                onClick={() => {
                  if (play({ type: 'showMe' }).isHelped) announce(timeTicker.hereIsHow(handsInWords(target)))
                }}
              >
                <Eye aria-hidden />
                <span>{games.showMe}</span>
              </Button>
            </m.div>
            <Button
              size="large"
              className="px-5 sm:px-7"
              onClick={() => answer({ type: 'check', isQuick: timeSeen() < quickMs })}
            >
              <CircleCheck aria-hidden />
              <span>{timeTicker.check}</span>
            </Button>
          </div>
        ) : (
          <ClockOptions
            state={state}
            onChoose={(option) => answer({ type: 'choose', option, isQuick: timeSeen() < quickMs })}
          />
        )}
      </div>
      {game.isOver(state) && round && (
        <RoundDone round={round} earned={props.earned} Mascot={ClockOwl} onExit={props.onExit} />
      )}
    </GameFrame>
  )
}

/** The name of the level that the shown choice has earned. */
function nextLevelOf(state: TimeTicker): string | undefined {
  const next = isLevelUp(state) ? levels[state.level + 1] : undefined
  return next && timeTicker.levels[next.id]
}
