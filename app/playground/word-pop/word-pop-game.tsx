import '@fontsource/andika/latin-400.css'
import '@fontsource/andika/latin-700.css'
import { useEffect, useRef } from 'react'
import { gameNames } from '#domain/games/games.ts'
import { soundAt } from '#domain/games/word-pop/letter-sounds.ts'
import {
  isPlaced,
  judgementOf,
  levels,
  tileIn,
  wordPop as game,
  wordsPerLevel,
  type WordPop,
} from '#domain/games/word-pop/word-pop.ts'
import { letterRate, speakEnglish } from '#app/lib/device/speech.ts'
import { announce } from '#app/state/announce.ts'
import { GameFrame } from '#app/playground/parts/game-frame.tsx'
import { PracticeSteps } from '#app/playground/parts/practice-steps.tsx'
import { RoundDone } from '#app/playground/parts/round-done.tsx'
import { English, tellEnglish } from '#app/playground/parts/tell.tsx'
import { useGame, type GameOptions, type GameProps } from '#app/playground/parts/use-game.ts'
import { useVisibleTime } from '#app/playground/parts/use-visible-time.ts'
import { LayoutAnimation } from '#app/ui/motion/layout-animation.tsx'
import { LetterWorm } from '#app/ui/media/letter-worm.tsx'
import { filled } from '#app/texts/filled.tsx'
import { language } from '#app/texts/page-language.ts'
import { games } from '#texts/games'
import { wordPop } from '#texts/wordPop'
import { LetterPool } from './letter-pool.tsx'
import { WordDone } from './word-done.tsx'
import { Slots } from './slots.tsx'
import { HoppingWorm } from './hopping-worm.tsx'
import { useLetterKeys } from './use-letter-keys.ts'
import { WordPicture } from './word-picture.tsx'

/** Milliseconds that count as quick, which grow with the length of the word. */
const quickMsOf = (word: string) => 2000 + 2000 * word.length

const options: GameOptions<WordPop> = {
  soundOf: ({ phase }, before) =>
    before.phase !== 'spelling' ? undefined : phase === 'right' ? 'right' : phase === 'wrong' ? 'oops' : 'pop',
  shownMs: ({ phase }) => (phase === 'right' ? 3000 : phase === 'wrong' ? 900 : undefined),
}

/** The game of building words from letters, in three levels from matching to spelling. */
export default function WordPopGame(props: GameProps) {
  const [state, play] = useGame(game, options, props)
  const table = useRef<HTMLDivElement>(null)
  const { word, phase, round } = state
  const turn = round === undefined ? `${state.level}.${state.index}` : `${round.answered}`
  const timeSeen = useVisibleTime(turn)

  const place = (tile: number, slot?: number) => {
    const after = play({ type: 'place', tile, slot, isQuick: timeSeen() <= quickMsOf(word) })
    if (after === state) return
    if (after.phase === 'right') return tellEnglish(word)
    const letters = after.slots.map((_, each) => tileIn(after, each)?.letter)
    const at = after.slots.indexOf(tile)
    const sound = soundAt(word, at, letters)
    if (sound !== '') speakEnglish(sound, letterRate)
    const letter = <English>{letters[at] ?? ''}</English>
    announce(after.phase === 'wrong' ? games.tryAgain : filled(wordPop.placed(at + 1, letters.length), { letter }))
  }
  const giveBack = (slot: number) => {
    const letter = tileIn(state, slot)?.letter
    if (play({ type: 'giveBack', slot }) === state || letter === undefined) return
    announce(filled(wordPop.givenBack, { letter: <English>{letter}</English> }))
  }

  const known = useRef({ turn: '', state })
  // Moves focus to the next letter when the frame has taken it, because the focused one has gone to or from its slot.
  useEffect(() => {
    const before = known.current
    known.current = { turn, state }
    const isChanged = before.turn === turn && before.state !== state
    if (phase === 'spelling' && isChanged && document.activeElement === table.current?.closest('section'))
      table.current?.querySelector<HTMLElement>('[data-tile]')?.focus()
  })
  const onKeyDown = useLetterKeys(table, {
    onLetter: (letter) => {
      const tile = state.pool.find((each) => each.letter === letter && !isPlaced(state, each))
      if (tile !== undefined) place(tile.id)
    },
    // Takes back the wrong letters of a try before the right ones.
    onBack: () => {
      const wrong = state.slots.findLastIndex((_, slot) => judgementOf(state, slot) === 'wrong')
      giveBack(wrong < 0 ? state.slots.findLastIndex((tile) => tile !== undefined) : wrong)
    },
  })

  const name = wordPop.levels[levels[state.level]]
  return (
    <GameFrame
      name={gameNames['word-pop']}
      onExit={props.onExit}
      onKeyDown={onKeyDown}
      place={
        <>
          <span>{name}</span>
          {language !== 'en' && <span className="bg-grape-soft text-grape rounded-full px-4">{wordPop.inEnglish}</span>}
          {round === undefined ? <WordSteps done={state.index} /> : <PracticeSteps round={round} />}
        </>
      }
    >
      <LayoutAnimation className="flex flex-1 flex-col">
        <div
          ref={table}
          inert={phase === 'right' || game.isOver(state)}
          className="flex flex-1 flex-col items-center justify-evenly gap-4 phone-landscape:flex-row phone-landscape:justify-center phone-landscape:gap-6"
        >
          {word !== '' && (
            <div className="flex items-end gap-2">
              <HoppingWorm
                letters={state.slots.filter((tile) => tile !== undefined).length}
                className="relative z-10 -mr-5 size-20 sm:-mr-8 sm:size-44 phone-landscape:hidden"
              />
              <WordPicture key={turn} word={word} level={name} />
            </div>
          )}
          <div className="flex w-full flex-col gap-[clamp(1rem,4dvh,3rem)] phone-landscape:w-auto phone-landscape:min-w-96">
            <Slots state={state} turn={turn} onGiveBack={giveBack} />
            <LetterPool state={state} turn={turn} onPlace={place} />
          </div>
        </div>
      </LayoutAnimation>
      {phase === 'right' && <WordDone word={word} />}
      {game.isOver(state) && state.round && (
        <RoundDone round={state.round} earned={props.earned} Mascot={LetterWorm} onExit={props.onExit} />
      )}
    </GameFrame>
  )
}

/** The progress of the level: a worm that grows with each word. */
function WordSteps({ done }: { done: number }) {
  return (
    <p className="flex items-center">
      <span className="sr-only">{wordPop.wordOf(done + 1, wordsPerLevel)}</span>
      {Array.from({ length: wordsPerLevel }, (_, step) => (
        <span
          key={step}
          aria-hidden
          className={`-mr-1 size-5 rounded-full border-2 border-[#2f9e44] ${step < done ? 'bg-[#74c95a] forced-colors:bg-[CanvasText]' : ''} ${step === done ? 'bg-sun' : ''}`}
        />
      ))}
    </p>
  )
}
