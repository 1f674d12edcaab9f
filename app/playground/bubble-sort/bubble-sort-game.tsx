import { Star, Volume2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { gameNames } from '#domain/games/games.ts'
import { begin, play, type Move } from '#domain/games/bubble-sort/bubble-sort.ts'
import { levels } from '#domain/games/bubble-sort/levels.ts'
import { play as playSound } from '#app/lib/device/sound.ts'
import { speak, useVoice } from '#app/lib/device/speech.ts'
import { Cheer } from '#app/playground/parts/cheer.tsx'
import type { GameProps } from '#app/playground/parts/game.ts'
import { GameFrame } from '#app/playground/parts/game-frame.tsx'
import { PracticeSteps } from '#app/playground/parts/practice-steps.tsx'
import { RoundDone } from '#app/playground/parts/round-done.tsx'
import { useAfter } from '#app/playground/parts/use-after.ts'
import { quickMs, useVisibleTime } from '#app/playground/parts/use-visible-time.ts'
import type { Rect } from '#app/ui/double.ts'
import { PopEffect } from '#app/ui/pop-effect.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { SortingBubble } from '#app/ui/sorting-bubble.tsx'
import { bubbleSort } from '#texts/bubbleSort'
import { flyInto } from './fly-into.ts'
import { SortBubbles } from './sort-bubbles.tsx'
import { SortTargets } from './sort-targets.tsx'
import { nameOf } from './sort-words.ts'
import { useSortKeys } from './use-sort-keys.ts'

const rightShownFor = 600
const wrongShownFor = 500
const cheerShownFor = 3000

/** The game of sorting bubbles by their content, in four levels from colors to things that belong together. */
export default function BubbleSortGame({ seed, practice, onAnswer, onRoundEnd, onExit }: GameProps) {
  const [game, setGame] = useState(() => begin(seed, practice))
  const [picked, setPicked] = useState<number>()
  const [popped, setPopped] = useState<DOMRect>()
  const hasVoice = useVoice()
  const table = useRef<HTMLDivElement>(null)
  const isByKey = useRef(false)
  const { level, mark, phase, objects, targets } = game
  const prompt = bubbleSort.prompts[level]
  const marked = targets.find(({ id }) => id === mark?.target)
  const inHand = objects.find(({ id }) => id === picked)
  const timeSeen = useVisibleTime(`${level} ${game.score} ${game.missed.length} ${game.practice?.answered}`)

  const make = (move: Move) => {
    const then = play(game, move)
    if (then === game) return
    if (then.phase === 'over' && then.practice === undefined) {
      onExit()
      return
    }
    // Renders before the drag ends, so that the dragged bubble is gone, or back, by then.
    flushSync(() => setGame(then))
    if (then.answer !== undefined) onAnswer(then.answer)
    if (then.phase === 'over') onRoundEnd()
    if (then.phase === 'done') playSound('done')
  }
  const drop = (object: number, target: string, from?: Rect) => {
    const place = targets.find(({ id }) => id === target)
    const isRight = objects.find(({ id }) => id === object)?.correctTarget === target
    const [bubble, box] = [`[data-drag-id="${object}"]`, `[data-drop-id="${target}"]`].map((selector) => table.current?.querySelector<HTMLElement>(selector))
    if (mark !== undefined || phase !== 'sorting' || !bubble || !box || place === undefined) return
    playSound(isRight ? 'right' : 'oops')
    if (isRight) {
      flyInto(bubble, from ?? bubble.getBoundingClientRect(), box)
      setPopped(box.getBoundingClientRect())
      speak(bubbleSort.places[place.id])
    }
    setPicked(undefined)
    make({ type: 'drop', object, target, isQuick: timeSeen() < quickMs })
  }
  const pick = (object: number, byKey: boolean) => {
    isByKey.current = byKey
    const icon = objects.find(({ id }) => id === object)?.icon
    playSound('pop')
    setPicked(picked === object && byKey ? undefined : object)
    // Speaks the name of a picture, but not a color or a shape: the child has to see those.
    if (icon !== undefined && 'picture' in icon) speak(nameOf(icon))
    if (byKey) table.current?.querySelector<HTMLElement>('[data-drop-id] button')?.focus()
  }

  useAfter(mark ? (mark.isRight ? rightShownFor : wrongShownFor) : phase === 'done' ? cheerShownFor : undefined, game, () => make({ type: 'next' }))
  useEffect(() => speak(prompt), [prompt])
  // Moves focus to the next bubble for keyboard players.
  useEffect(() => {
    const isLost = document.activeElement === document.body || (isByKey.current && picked === undefined)
    if (phase !== 'sorting' || mark !== undefined || !isLost) return
    isByKey.current = false
    table.current?.querySelector<HTMLElement>('[data-drag-id]')?.focus()
  })
  useSortKeys(table, (index) => {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['dragId'] : undefined
    const object = picked ?? (focused === undefined ? objects[0]?.id : Number(focused))
    const target = targets[index]
    if (object === undefined || target === undefined) return
    isByKey.current = true
    drop(object, target.id)
  })

  return (
    <GameFrame
      name={gameNames['bubble-sort']}
      onExit={onExit}
      place={
        game.practice === undefined ? (
          <>
            <span className="flex items-center gap-1">
              <Star aria-hidden className="text-sun fill-sun size-6" />
              <span>{bubbleSort.score(game.score)}</span>
            </span>
            <span>{bubbleSort.levelOf(levels.indexOf(level) + 1, levels.length)}</span>
          </>
        ) : (
          <PracticeSteps round={game.practice} />
        )
      }
    >
      <div ref={table} inert={phase !== 'sorting'} className="flex flex-1 flex-col gap-3 short:gap-1">
        <div className="flex items-center justify-center gap-3">
          <SortingBubble mood={mark?.isRight === true ? 'cheering' : 'idle'} className="size-16 sm:size-28 short:size-8" />
          <h2 className="text-2xl sm:text-4xl short:text-lg">{prompt}</h2>
          {hasVoice && (
            <IconButton
              label={bubbleSort.hearPrompt}
              icon={<Volume2 aria-hidden />}
              variant="grape"
              tooltip={false}
              onClick={() => speak(prompt)}
              className="size-14 rounded-full [&_svg]:size-7"
            />
          )}
        </div>
        <div className="flex flex-1 flex-col justify-center py-2 short:py-1">
          <SortBubbles game={game} picked={picked} onPick={pick} onDrop={drop} />
        </div>
        <SortTargets game={game} onChoose={(target) => (inHand === undefined ? speak(bubbleSort.places[target.id]) : drop(inHand.id, target.id))} />
      </div>
      <p aria-live="polite" className="sr-only">
        {mark !== undefined && marked !== undefined
          ? mark.isRight
            ? bubbleSort.yes(bubbleSort.places[marked.id])
            : bubbleSort.notThere
          : inHand !== undefined
            ? bubbleSort.whereDoesItGo(nameOf(inHand.icon))
            : prompt}
      </p>
      {popped && <PopEffect key={`${popped.x} ${game.score}`} from={popped} gems={0} to={null} onEnd={() => setPopped(undefined)} />}
      {phase === 'done' && <Cheer title={bubbleSort.amazingWork} mascot={<SortingBubble mood="cheering" />} />}
      {phase === 'over' && <RoundDone mascot={<SortingBubble mood="cheering" />} onExit={onExit} />}
    </GameFrame>
  )
}
