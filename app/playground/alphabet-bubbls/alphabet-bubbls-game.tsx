import { useReducedMotionConfig } from 'framer-motion'
import * as m from 'framer-motion/m'
import { ArrowRight, RotateCcw, SkipForward, Volume2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  begin,
  celebrationMs,
  finishedCapitalMs,
  isHinted,
  isQuick,
  letterCount,
  letterNumberOf,
  play,
  type AlphabetBubbls,
  type Move,
} from '#domain/games/alphabet-bubbls/alphabet-bubbls.ts'
import { letterOf } from '#domain/games/alphabet-bubbls/letters.ts'
import { pathOf } from '#domain/games/alphabet-bubbls/pen.ts'
import { isUntouched } from '#domain/games/alphabet-bubbls/trace.ts'
import { gameNames } from '#domain/games/games.ts'
import { play as playSound } from '#app/lib/device/sound.ts'
import { letterRate, speak } from '#app/lib/device/speech.ts'
import { Button } from '#app/ui/button.tsx'
import { LetterBubble } from '#app/ui/letter-bubble.tsx'
import { popIn } from '#app/ui/transitions.ts'
import { alphabetBubbls } from '#texts/alphabetBubbls'
import { games } from '#texts/games'
import { Cheer } from '../parts/cheer.tsx'
import { GameFrame } from '../parts/game-frame.tsx'
import type { GameProps } from '../parts/game.ts'
import { PracticeSteps } from '../parts/practice-steps.tsx'
import { useAfter } from '../parts/use-after.ts'
import { useVisibleTime } from '../parts/use-visible-time.ts'
import { DrawingBoard } from './drawing-board.tsx'
import { Frames } from './signs.tsx'

const delays: Partial<Record<AlphabetBubbls['phase'], number>> = { whole: finishedCapitalMs, amazing: celebrationMs }

const focusOn = (element: HTMLElement | null) => element?.focus()

/** The game of drawing letters, stroke by stroke as they are taught. */
export default function AlphabetBubblsGame({ seed, practice, onAnswer, onRoundEnd, onExit }: GameProps) {
  const [game, show] = useState(() => begin(seed, practice))
  const latest = useRef(game)
  const isReduced = useReducedMotionConfig() === true
  const [seenDemonstration, setSeenDemonstration] = useState('')
  const { glyph, phase, round, turn } = game
  const { strokes } = letterOf(glyph)
  const demonstration = `${turn} ${game.demonstrations}`
  const isDemonstrating = phase === 'tracing' && seenDemonstration !== demonstration && !isReduced

  // Excludes the first demonstration from the answer time.
  const visibleTime = useVisibleTime(`${turn} ${isDemonstrating && game.demonstrations === 1}`)
  const endDemonstration = () => setSeenDemonstration(demonstration)

  const send = (move: Move): AlphabetBubbls => {
    const before = latest.current
    const next = play(before, move)
    latest.current = next
    const isStrokeDone = next.stroke > before.stroke && next.turn === before.turn
    if (isStrokeDone) playSound(next.phase === 'tracing' ? 'pop' : next.phase === 'whole' ? 'right' : 'done')
    if (next.misses > before.misses) playSound('oops')
    if (next.phase !== before.phase && (next.phase === 'whole' || next.phase === 'amazing')) {
      onAnswer({ item: next.glyph, isRight: !next.isHelped, isQuick: isQuick(next.glyph, visibleTime()) })
    }
    if (move.type === 'skip' && next !== before && before.round !== undefined) onAnswer({ item: before.glyph, isRight: false, isQuick: false, isSkipped: true })
    if (next.phase === 'over' && before.phase !== 'over' && next.round !== undefined) onRoundEnd()
    // Drawing ends the demonstration.
    if (isDemonstrating && (next.trace.pen !== undefined || isStrokeDone || move.type === 'dot')) endDemonstration()
    // Drawing updates the canvas directly: renders only when something else changes.
    if ((move.type !== 'draw' && move.type !== 'down') || isStrokeDone || next.misses !== before.misses) show(next)
    return next
  }

  useEffect(() => {
    speak(glyph.toUpperCase(), letterRate)
    // Speaks once for each letter.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [turn])

  useAfter(delays[phase], `${turn} ${phase}`, () => send({ type: 'next' }))

  const repeat = () => {
    speak(glyph.toUpperCase(), letterRate)
    send({ type: 'help' })
  }
  const isStrokeJustDone = game.stroke > 0 && isUntouched(game.trace) && game.misses === 0
  const mood = isStrokeJustDone || phase !== 'tracing' ? 'cheering' : isHinted(game) ? 'puzzled' : 'idle'
  const letter = strokes.map(({ points }) => pathOf(points)).join('')
  return (
    <GameFrame name={gameNames['alphabet-bubbls']} onExit={onExit}>
      <div
        inert={phase === 'over'}
        className="grid min-h-0 flex-1 grid-cols-[auto_1fr] grid-rows-[auto_1fr_auto] gap-3 landscape:grid-cols-[11.5rem_1fr_11.5rem] landscape:grid-rows-[auto_1fr]"
      >
        <div className="text-muted col-span-2 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-lg font-bold landscape:col-span-1 landscape:flex-col">
          {round === undefined ? <span>{alphabetBubbls.letterOf(letterNumberOf(glyph), letterCount)}</span> : <PracticeSteps round={round} />}
          <output>
            <span>{alphabetBubbls.strokeOf(Math.min(game.stroke + 1, strokes.length), strokes.length)}</span>
            {isHinted(game) && <span className="sr-only">{alphabetBubbls.hint}</span>}
          </output>
          {isReduced && <Frames glyph={glyph} current={game.stroke} />}
        </div>
        <div className="@container-size col-span-2 grid min-h-52 min-w-0 place-items-center landscape:col-span-1 landscape:col-start-2 landscape:row-span-2 landscape:row-start-1">
          <DrawingBoard game={game} send={send} isDemonstrating={isDemonstrating} onDemonstrated={endDemonstration} />
        </div>
        <button
          type="button"
          aria-label={alphabetBubbls.again}
          onClick={repeat}
          className="relative size-16 place-self-center rounded-full active:scale-[0.94] sm:size-28 landscape:col-start-1 landscape:row-start-2 lg:landscape:size-40"
        >
          <m.span key={game.stroke} {...(mood === 'cheering' && popIn)} className="block size-full">
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
      {phase === 'amazing' && <Cheer title={alphabetBubbls.amazing} mascot={<LetterBubble mood="cheering" letter={letter} />} />}
      {phase === 'over' && (
        <Cheer
          title={alphabetBubbls.congratulations}
          mascot={<LetterBubble mood="cheering" />}
          action={
            <Button ref={focusOn} size="large" onClick={onExit}>
              <span>{games.done}</span>
              <ArrowRight aria-hidden />
            </Button>
          }
        />
      )}
    </GameFrame>
  )
}
