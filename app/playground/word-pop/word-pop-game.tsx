import '@fontsource/andika/latin-400.css'
import '@fontsource/andika/latin-700.css'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { gameNames } from '#domain/games/games.ts'
import { soundAt } from '#domain/games/word-pop/letter-sounds.ts'
import { begin, isPlaced, levels, play, tileIn, type Move } from '#domain/games/word-pop/word-pop.ts'
import { play as playSound } from '#app/lib/device/sound.ts'
import { letterRate, speakEnglish } from '#app/lib/device/speech.ts'
import type { GameProps } from '#app/playground/parts/game.ts'
import { GameFrame } from '#app/playground/parts/game-frame.tsx'
import { PracticeSteps } from '#app/playground/parts/practice-steps.tsx'
import { RoundDone } from '#app/playground/parts/round-done.tsx'
import { useAfter } from '#app/playground/parts/use-after.ts'
import { useVisibleTime } from '#app/playground/parts/use-visible-time.ts'
import { LayoutAnimation } from '#app/ui/layout-animation.tsx'
import { LetterWorm } from '#app/ui/letter-worm.tsx'
import { language } from '#app/texts/language.ts'
import { games } from '#texts/games'
import { wordPop } from '#texts/wordPop'
import { LetterPool } from './letter-pool.tsx'
import { WordDone } from './word-done.tsx'
import { Slots } from './slots.tsx'
import { HoppingWorm } from './hopping-worm.tsx'
import { useLetterKeys } from './use-letter-keys.ts'
import { WordPicture } from './word-picture.tsx'
import { WordSteps } from './word-steps.tsx'

const shownFor = { right: 3000, wrong: 900 } as const
/** Milliseconds that count as quick, which grow with the length of the word. */
const quick = (word: string) => 2000 + 2000 * word.length

/** The game of building words from letters, in three levels from matching to spelling. */
export default function WordPopGame({ seed, practice, onAnswer, onRoundEnd, onExit }: GameProps) {
  const [game, setGame] = useState(() => begin(seed, practice))
  const table = useRef<HTMLDivElement>(null)
  const { word, phase, practice: practised } = game
  const turn = practised === undefined ? `${game.level}.${game.index}` : `${practised.round.answered}`
  const timeSeen = useVisibleTime(turn)

  const make = (move: Move) => {
    const then = play(game, move)
    if (then === game) return
    if (then.phase === 'over' && practised === undefined) {
      onExit()
      return
    }
    // Renders before the drag ends, so that the dragged letter is in its new place by then.
    flushSync(() => setGame(then))
    if (then.answer !== undefined) onAnswer(then.answer)
    if (then.phase === 'over') onRoundEnd()
    if (move.type === 'giveBack') playSound('pop')
    if (move.type !== 'place') return
    playSound(then.phase === 'right' ? 'right' : then.phase === 'wrong' ? 'oops' : 'pop')
    if (then.phase === 'right') speakEnglish(word)
    else {
      const letters = then.slots.map((_, slot) => tileIn(then, slot)?.letter)
      const sound = soundAt(word, then.slots.indexOf(move.tile), letters)
      if (sound !== '') speakEnglish(sound, letterRate)
    }
  }
  const place = (tile: number, slot?: number) => make({ type: 'place', tile, slot, isQuick: timeSeen() <= quick(word) })
  const giveBack = (slot: number) => make({ type: 'giveBack', slot })

  useAfter(phase === 'right' || phase === 'wrong' ? shownFor[phase] : undefined, game, () => make({ type: 'next' }))
  // Moves focus to the next letter, because the focused one has gone into its slot.
  useEffect(() => {
    if (phase === 'spelling' && document.activeElement === document.body) table.current?.querySelector<HTMLElement>('[data-tile]')?.focus()
  })
  useLetterKeys(table, {
    onLetter: (letter) => {
      const tile = game.pool.find((each) => each.letter === letter && !isPlaced(game, each))
      if (tile !== undefined) place(tile.id)
    },
    onBack: () => giveBack(game.slots.findLastIndex((tile) => tile !== undefined)),
  })

  const name = wordPop.levels[levels[game.level]]
  return (
    <GameFrame
      name={gameNames['word-pop']}
      onExit={onExit}
      place={
        <>
          <span>{name}</span>
          {language !== 'en' && <span className="bg-grape-soft text-grape rounded-full px-4">{wordPop.inEnglish}</span>}
          {practised === undefined ? <WordSteps done={game.index} /> : <PracticeSteps round={practised.round} />}
        </>
      }
    >
      <LayoutAnimation className="flex flex-1 flex-col">
        <div
          ref={table}
          inert={phase === 'right' || phase === 'over'}
          className="flex flex-1 flex-col items-center justify-evenly gap-4 short:flex-row short:justify-center short:gap-6"
        >
          {word !== '' && (
            <div className="flex items-end gap-2">
              <HoppingWorm
                letters={game.slots.filter((tile) => tile !== undefined).length}
                className="relative z-10 -mr-5 size-20 sm:-mr-8 sm:size-44 short:hidden"
              />
              <WordPicture key={turn} word={word} />
            </div>
          )}
          <div className="flex w-full flex-col gap-[clamp(1rem,4dvh,3rem)] short:w-auto short:min-w-96">
            <Slots game={game} turn={turn} onGiveBack={giveBack} />
            <LetterPool game={game} turn={turn} onPlace={place} />
          </div>
        </div>
      </LayoutAnimation>
      <p aria-live="polite" className="sr-only">
        {phase === 'wrong' ? games.tryAgain : phase === 'spelling' ? `${name}: ${word}` : ''}
      </p>
      {phase === 'right' && <WordDone word={word} />}
      {phase === 'over' && <RoundDone mascot={<LetterWorm mood="cheering" />} onExit={onExit} />}
    </GameFrame>
  )
}
