import { useReducedMotionConfig } from 'framer-motion'
import * as m from 'framer-motion/m'
import { ArrowRight, RotateCcw, SkipForward, Volume2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  alphabetBubbls as game,
  celebrationMs,
  finishedCapitalMs,
  isHinted,
  isLastDrawn,
  isQuick,
  letterCount,
  letterNumberOf,
  type AlphabetBubbls,
  type AlphabetBubblsMove,
} from '#domain/games/alphabet-bubbls/alphabet-bubbls.ts'
import { letterOf } from '#domain/games/alphabet-bubbls/letters.ts'
import { pathOf } from '#domain/games/alphabet-bubbls/pen.ts'
import { isUntouched } from '#domain/games/alphabet-bubbls/trace.ts'
import { gameNames } from '#domain/games/games.ts'
import { letterRate, speak } from '#app/lib/device/speech.ts'
import { announce } from '#app/state/announce.ts'
import { useAnnounced } from '#app/state/use-announced.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { LetterBubble } from '#app/ui/media/letter-bubble.tsx'
import { popIn } from '#app/ui/motion/transitions.ts'
import { alphabetBubbls } from '#texts/alphabetBubbls'
import { games } from '#texts/games'
import { Cheer } from '../parts/cheer.tsx'
import { GameFrame } from '../parts/game-frame.tsx'
import { PracticeSteps } from '../parts/practice-steps.tsx'
import { RoundDone } from '../parts/round-done.tsx'
import { useGame, type GameOptions, type GameProps } from '../parts/use-game.ts'
import { useVisibleTime } from '../parts/use-visible-time.ts'
import { DrawingBoard, paperName } from './drawing-board.tsx'
import { Frames } from './signs.tsx'

const options: GameOptions<AlphabetBubbls> = {
  soundOf(after, before) {
    if (after.stroke > before.stroke)
      return after.phase === 'tracing' ? 'pop' : after.phase === 'whole' ? 'right' : 'done'
    return after.misses > before.misses ? 'oops' : undefined
  },
  shownMs: ({ phase }) => (phase === 'whole' ? finishedCapitalMs : phase === 'amazing' ? celebrationMs : undefined),
  // Drawing updates the canvas directly.
  isRendered: ({ trace }, before) => trace.pen === undefined || trace === before.trace,
  isEndShown: true,
}

const focusOn = (element: HTMLElement | null) => element?.focus()

/** The game of drawing letters, stroke by stroke as they are taught. */
export default function AlphabetBubblsGame(props: GameProps) {
  const [state, play] = useGame(game, options, props)
  const isReduced = useReducedMotionConfig() === true
  const [seenDemonstration, setSeenDemonstration] = useState('')
  const { glyph, phase, round, turn } = state
  const { strokes } = letterOf(glyph)
  const demonstration = `${turn} ${state.demonstrations}`
  const isDemonstrating = phase === 'tracing' && seenDemonstration !== demonstration && !isReduced

  // Excludes the first demonstration from the answer time.
  const visibleTime = useVisibleTime(`${turn} ${isDemonstrating && state.demonstrations === 1}`)
  const endDemonstration = () => setSeenDemonstration(demonstration)

  const isFirst = useRef(true)
  const isQuickNow = () => isQuick(glyph, visibleTime())
  const send = (move: AlphabetBubblsMove): AlphabetBubbls => {
    const after = play(move)
    // Drawing ends the demonstration.
    const isDrawn =
      after.trace.pen !== undefined || after.stroke > state.stroke || move.type === 'dot' || move.type === 'arrow'
    if (isDemonstrating && isDrawn) endDemonstration()
    return after
  }

  useEffect(() => {
    const isSpoken = speak(glyph.toUpperCase(), letterRate)
    // The paper, which is named by its letter, takes the focus with the first one.
    if (!isSpoken && !isFirst.current) announce(paperName(glyph))
    isFirst.current = false
    // Tells once for each letter.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [turn])

  const repeat = () => {
    speak(glyph.toUpperCase(), letterRate)
    send({ type: 'help' })
  }
  const isStrokeJustDone = state.stroke > 0 && isUntouched(state.trace) && state.misses === 0
  const mood = isStrokeJustDone || phase !== 'tracing' ? 'cheering' : isHinted(state) ? 'puzzled' : 'idle'
  const stroke = alphabetBubbls.strokeOf(Math.min(state.stroke + 1, strokes.length), strokes.length)
  useAnnounced(isHinted(state) ? `${stroke}${alphabetBubbls.hint}` : stroke)
  const letter = strokes.map(({ points }) => pathOf(points)).join('')
  return (
    <GameFrame name={gameNames['alphabet-bubbls']} onExit={props.onExit} hasKeys>
      <div
        inert={game.isOver(state)}
        className="grid min-h-0 flex-1 grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_1fr_auto] gap-3 landscape:grid-cols-[11.5rem_1fr_11.5rem] landscape:grid-rows-[auto_1fr]"
      >
        <div className="text-muted col-span-2 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-lg font-bold landscape:col-span-1 landscape:flex-col">
          {round === undefined ? (
            <span>{alphabetBubbls.letterOf(letterNumberOf(glyph), letterCount)}</span>
          ) : (
            <PracticeSteps round={round} />
          )}
          <p>{stroke}</p>
          <p aria-hidden className="hidden items-center gap-0.5 [@media(hover:hover)_and_(pointer:fine)]:flex">
            {['rotate-180', '-rotate-90', 'rotate-90', 'rotate-0'].map((turn) => (
              <kbd key={turn} className="border-edge grid size-7 place-items-center rounded-md border-2">
                <ArrowRight className={`size-4 ${turn}`} strokeWidth={3} />
              </kbd>
            ))}
          </p>
          {isReduced && <Frames glyph={glyph} current={state.stroke} />}
        </div>
        <div className="@container-size col-span-2 grid min-h-52 min-w-0 place-items-center landscape:col-span-1 landscape:col-start-2 landscape:row-span-2 landscape:row-start-1">
          <DrawingBoard
            state={state}
            isQuick={isQuickNow}
            send={send}
            isDemonstrating={isDemonstrating}
            onDemonstrated={endDemonstration}
          />
        </div>
        <button
          type="button"
          aria-label={alphabetBubbls.again}
          onClick={repeat}
          className="relative size-16 place-self-center rounded-full active:scale-[0.94] sm:size-28 landscape:col-start-1 landscape:row-start-2 lg:landscape:size-40"
        >
          <m.span key={state.stroke} {...(mood === 'cheering' && popIn)} className="block size-full">
            <LetterBubble mood={mood} letter={letter} className="size-full" />
          </m.span>
          <span className="bg-grape text-on-grape absolute -right-1 -bottom-1 grid size-7 place-items-center rounded-full sm:size-9 lg:landscape:size-11">
            <Volume2 aria-hidden className="size-4 sm:size-5" />
          </span>
        </button>
        <div className="flex flex-wrap items-center justify-end gap-2 landscape:col-start-3 landscape:row-span-2 landscape:row-start-1 landscape:flex-col landscape:items-stretch landscape:justify-center">
          <Button variant="quiet" size="large" className="px-5 tiny:px-3" onClick={() => send({ type: 'reset' })}>
            <RotateCcw aria-hidden />
            <span>{alphabetBubbls.resetStroke}</span>
          </Button>
          <Button variant="quiet" size="large" className="px-5 tiny:px-3" onClick={() => send({ type: 'skip' })}>
            <SkipForward aria-hidden />
            <span>{alphabetBubbls.skip}</span>
          </Button>
        </div>
      </div>
      {phase === 'amazing' && (
        <Cheer title={alphabetBubbls.amazing} mascot={<LetterBubble mood="cheering" letter={letter} />} />
      )}
      {game.isOver(state) && round !== undefined && (
        <RoundDone round={round} earned={props.earned} Mascot={LetterBubble} onExit={props.onExit} />
      )}
      {game.isOver(state) && round === undefined && (
        <Cheer
          title={isLastDrawn(state) ? alphabetBubbls.congratulations : games.thatIsAll}
          isCalm={!isLastDrawn(state)}
          mascot={<LetterBubble mood={isLastDrawn(state) ? 'cheering' : 'idle'} />}
          action={
            <Button ref={focusOn} size="large" onClick={props.onExit}>
              <span>{games.done}</span>
              <ArrowRight aria-hidden />
            </Button>
          }
        />
      )}
    </GameFrame>
  )
}
