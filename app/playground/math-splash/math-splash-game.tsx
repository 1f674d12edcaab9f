import * as m from 'framer-motion/m'
import { Eye, EyeOff } from 'lucide-react'
import { gameNames } from '#domain/games/games.ts'
import { lastLevel } from '#domain/games/math-splash/facts.ts'
import {
  correctForLevel,
  hasHelp,
  isLevelUp,
  mathSplash as game,
  type MathSplash,
} from '#domain/games/math-splash/math-splash.ts'
import { announce } from '#app/state/announce.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import { Otter } from '#app/ui/media/otter.tsx'
import { popIn, wiggle } from '#app/ui/motion/transitions.ts'
import { games } from '#texts/games'
import { mathSplash } from '#texts/mathSplash'
import { Cheer } from '../parts/cheer.tsx'
import { Choice } from '../parts/choice.tsx'
import { GameFrame } from '../parts/game-frame.tsx'
import { PracticeSteps } from '../parts/practice-steps.tsx'
import { QuestionLine } from '../parts/question-line.tsx'
import { RoundDone } from '../parts/round-done.tsx'
import { Step } from '../parts/step.tsx'
import { tell } from '../parts/tell.tsx'
import { useGame, type GameOptions, type GameProps } from '../parts/use-game.ts'
import { quickMs, useVisibleTime } from '../parts/use-visible-time.ts'
import { Pond } from './pond.tsx'
import { spokenOf } from './sum-words.ts'

const options: GameOptions<MathSplash> = {
  soundOf(after) {
    if (game.isOver(after)) return 'done'
    return after.verdict && (after.verdict === 'wrong' ? 'oops' : isLevelUp(after) ? 'done' : 'right')
  },
  shownMs: ({ verdict }) => verdict && { right: 2000, wrong: 1000 }[verdict],
}

/** Shows a sum and three bubbles with results; the child pops the right one. */
export default function MathSplashGame(props: GameProps) {
  const [state, play] = useGame(game, options, props)
  const { question, verdict, chosen, isHelpShown, answered, round } = state
  const timeSeen = useVisibleTime(question)
  const answer = (number: number) => {
    const after = play({ type: 'answer', answer: number, isQuick: timeSeen() < quickMs })
    if (after === state) return
    if (after.verdict === 'right') tell(mathSplash.splashSpoken)
    else announce(games.tryAgain)
  }
  const spoken = spokenOf(question)
  const isHelpOffered = answered !== undefined && !isHelpShown && verdict === undefined
  return (
    <GameFrame
      name={gameNames['math-splash']}
      onExit={props.onExit}
      place={round === undefined ? <LevelSteps state={state} /> : <PracticeSteps round={round} />}
    >
      <div
        inert={game.isOver(state)}
        className="flex min-h-0 flex-1 flex-col gap-3 landscape:grid landscape:grid-cols-2 landscape:grid-rows-[auto_1fr] landscape:gap-x-6"
      >
        <div className="flex justify-center landscape:col-start-2 lg:landscape:pt-[10dvh]">
          <QuestionLine
            spoken={spoken}
            question={question}
            className="text-5xl tabular-nums sm:text-7xl phone-landscape:text-5xl"
          >
            <span className="sr-only">{spoken}</span>
            <span aria-hidden>
              {question.text.split('?').map((part, index) => (
                <span key={part}>
                  {index > 0 && <Blank>{verdict === 'right' ? question.correctAnswer : '?'}</Blank>}
                  <span translate="no">{part}</span>
                </span>
              ))}
            </span>
          </QuestionLine>
        </div>
        <div className="flex min-h-0 flex-1 landscape:col-start-1 landscape:row-span-2 landscape:row-start-1">
          <Pond question={question} isHelpShown={isHelpShown} />
        </div>
        <div className="flex flex-col items-center gap-4 landscape:col-start-2 landscape:justify-center phone-landscape:gap-3">
          <div className="flex items-center justify-center gap-[min(1rem,4vw)] sm:gap-8 phone-landscape:gap-4">
            {question.answers.map((number, index) => {
              const mark = index === chosen ? verdict : undefined
              return (
                <Choice
                  key={index}
                  mark={mark}
                  onChoose={() => answer(number)}
                  className={cn(
                    'size-[min(10rem,calc((100vw-5rem)/3.2))] rounded-full landscape:size-[min(12vw,11rem)] phone-landscape:size-24',
                    mark === undefined &&
                      'border-panel forced-colors:border-line shadow-lift bg-(image:--bubble) text-[#17142b]',
                  )}
                >
                  <span
                    translate="no"
                    className="font-display text-[min(3rem,13vw)] font-bold tabular-nums sm:text-7xl phone-landscape:text-4xl"
                  >
                    {number}
                  </span>
                </Choice>
              )
            })}
          </div>
          {hasHelp(state) && (
            <m.div animate={isHelpOffered ? wiggle : {}}>
              <Button
                variant="quiet"
                size="large"
                className={cn(isHelpOffered && 'border-grape')}
                onClick={() => play({ type: 'toggleHelp' })}
              >
                {isHelpShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
                <span>{isHelpShown ? mathSplash.hideHelp : games.showMe}</span>
              </Button>
            </m.div>
          )}
        </div>
      </div>
      {verdict === 'right' && (
        <Cheer isTold title={mathSplash.splash} text={mathSplash.greatJob} mascot={<Otter mood="cheering" />} />
      )}
      {game.isOver(state) && round && (
        <RoundDone round={round} earned={props.earned} Mascot={Otter} onExit={props.onExit} />
      )}
    </GameFrame>
  )
}

function Blank({ children }: { children: string | number }) {
  return (
    <span
      translate="no"
      className="text-grape border-grape bg-panel inline-block min-w-[1.3em] rounded-card border-4 border-dashed text-center leading-tight forced-colors:text-[CanvasText] forced-colors:forced-color-adjust-none"
    >
      {children}
    </span>
  )
}

function LevelSteps({ state: { level, correct, verdict } }: { state: MathSplash }) {
  // The last level does not end, so its six steps fill repeatedly.
  const filled = verdict === 'right' ? ((correct - 1) % correctForLevel) + 1 : correct % correctForLevel
  return (
    <>
      <m.p key={level} {...popIn} className="bg-grape-soft text-grape rounded-full px-4">
        <span aria-hidden>{mathSplash.level(level + 1)}</span>
        <span className="sr-only">{mathSplash.levelOf(level + 1, lastLevel + 1)}</span>
      </m.p>
      <p className="flex items-center gap-1.5">
        <span className="sr-only">{games.correctOf(filled, correctForLevel)}</span>
        {Array.from({ length: correctForLevel }, (_, step) => (
          <Step key={step} isFull={step < filled} className="border-gem size-5" fill="bg-gem" />
        ))}
      </p>
    </>
  )
}
