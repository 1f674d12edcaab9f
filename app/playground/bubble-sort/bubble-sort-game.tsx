import { animate } from 'framer-motion/dom/mini'
import { Star, Volume2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { gameNames } from '#domain/games/games.ts'
import { bubbleSort as game, type BubbleSort } from '#domain/games/bubble-sort/bubble-sort.ts'
import { levels } from '#domain/games/bubble-sort/levels.ts'
import { playSound } from '#app/lib/device/sound.ts'
import { speak, useVoice } from '#app/lib/device/speech.ts'
import { announce } from '#app/state/announce.ts'
import { Cheer } from '#app/playground/parts/cheer.tsx'
import { GameFrame } from '#app/playground/parts/game-frame.tsx'
import { PracticeSteps } from '#app/playground/parts/practice-steps.tsx'
import { RoundDone } from '#app/playground/parts/round-done.tsx'
import { tell } from '#app/playground/parts/tell.tsx'
import { useGame, type GameOptions, type GameProps } from '#app/playground/parts/use-game.ts'
import { quickMs, useVisibleTime } from '#app/playground/parts/use-visible-time.ts'
import { cloneAbovePage, type Rect } from '#app/ui/motion/clone-element.ts'
import { PopEffect } from '#app/ui/motion/pop-effect.tsx'
import { IconButton } from '#app/ui/controls/icon-button.tsx'
import { prefersReducedMotion } from '#app/ui/motion/reduced-motion.ts'
import { SortingBubble } from '#app/ui/media/sorting-bubble.tsx'
import { bubbleSort } from '#texts/bubbleSort'
import { SortBubbles } from './sort-bubbles.tsx'
import { SortTargets } from './sort-targets.tsx'
import { nameOf } from './sort-words.ts'
import { useSortKeys } from './use-sort-keys.ts'

const options: GameOptions<BubbleSort> = {
  soundOf: ({ mark, phase }) =>
    mark !== undefined ? (mark.isRight ? 'right' : 'oops') : phase === 'done' ? 'done' : undefined,
  shownMs: ({ mark, phase }) => (mark !== undefined ? (mark.isRight ? 600 : 500) : phase === 'done' ? 3000 : undefined),
}

/** Milliseconds for which the game has the focus before its first bubble: a screen reader then passes keys on. */
const frameFirstMs = 500

/** The game of sorting bubbles by their content, in four levels from colors to things that belong together. */
export default function BubbleSortGame(props: GameProps) {
  const [state, play] = useGame(game, options, props)
  const [picked, setPicked] = useState<number>()
  const [popped, setPopped] = useState<DOMRect>()
  const hasVoice = useVoice()
  const table = useRef<HTMLDivElement>(null)
  const isByKey = useRef(false)
  const { levelId, mark, phase, objects, targets, round } = state
  const prompt = bubbleSort.prompts[levelId]
  const pickedObject = objects.find(({ id }) => id === picked)
  const timeSeen = useVisibleTime(`${levelId} ${state.score} ${state.missed.length} ${round?.answered}`)

  const drop = (object: number, target: string, from?: Rect) => {
    const place = targets.find(({ id }) => id === target)
    const isRight = objects.find(({ id }) => id === object)?.correctTarget === target
    const [bubble, box] = [`[data-drag-id="${object}"]`, `[data-drop-id="${target}"]`].map((selector) =>
      table.current?.querySelector<HTMLElement>(selector),
    )
    if (mark !== undefined || phase !== 'sorting' || !bubble || !box || place === undefined) return
    if (isRight) {
      flyInto(bubble, from ?? bubble.getBoundingClientRect(), box)
      setPopped(box.getBoundingClientRect())
      tell(bubbleSort.places[place.id], bubbleSort.yes(bubbleSort.places[place.id]))
    } else {
      announce(bubbleSort.notThere)
    }
    setPicked(undefined)
    play({ type: 'drop', object, target, isQuick: timeSeen() < quickMs })
  }
  const pick = (object: number, byKey: boolean) => {
    isByKey.current = byKey
    const icon = objects.find(({ id }) => id === object)?.icon
    playSound('pop')
    const isPutBack = picked === object && byKey
    setPicked(isPutBack ? undefined : object)
    // Speaks the name of a picture, but not a color or a shape: the child has to see those.
    const isSpoken = icon !== undefined && 'picture' in icon && speak(nameOf(icon))
    if (icon !== undefined && !isSpoken && !isPutBack) announce(bubbleSort.whereDoesItGo(nameOf(icon)))
    if (byKey) table.current?.querySelector<HTMLElement>('[data-drop-id] button')?.focus()
  }

  useEffect(() => tell(prompt), [prompt])
  const focusNext = () => table.current?.querySelector<HTMLElement>('[data-drag-id]')?.focus()
  const isWithFrame = () => document.activeElement === table.current?.closest('section')
  useEffect(() => {
    const timer = setTimeout(() => isWithFrame() && focusNext(), frameFirstMs)
    return () => clearTimeout(timer)
    // At the start alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const known = useRef(state)
  // Moves focus to the next bubble for keyboard players.
  useEffect(() => {
    const isChanged = known.current !== state
    known.current = state
    if (
      phase !== 'sorting' ||
      mark !== undefined ||
      !((isChanged && isWithFrame()) || (isByKey.current && picked === undefined))
    )
      return
    isByKey.current = false
    focusNext()
  })
  const onKeyDown = useSortKeys(table, (index) => {
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
      onExit={props.onExit}
      onKeyDown={onKeyDown}
      place={
        round === undefined ? (
          <>
            <span className="flex items-center gap-1">
              <Star aria-hidden className="text-sun fill-sun size-6" />
              <span>{bubbleSort.score(state.score)}</span>
            </span>
            <span>{bubbleSort.levelOf(levels.indexOf(levelId) + 1, levels.length)}</span>
          </>
        ) : (
          <PracticeSteps round={round} />
        )
      }
    >
      <div ref={table} inert={phase !== 'sorting'} className="flex flex-1 flex-col gap-3 phone-landscape:gap-1">
        <div className="flex items-center justify-center gap-3">
          <SortingBubble
            mood={mark?.isRight === true ? 'cheering' : 'idle'}
            className="size-16 sm:size-28 phone-landscape:size-8"
          />
          <h2 className="text-2xl sm:text-4xl phone-landscape:text-lg">{prompt}</h2>
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
        <div className="flex flex-1 flex-col justify-center py-2 phone-landscape:py-1">
          <SortBubbles state={state} picked={picked} onPick={pick} onDrop={drop} />
        </div>
        <SortTargets
          state={state}
          onChoose={(target) =>
            pickedObject === undefined ? speak(bubbleSort.places[target.id]) : drop(pickedObject.id, target.id)
          }
        />
      </div>
      {popped && (
        <PopEffect
          key={`${popped.x} ${state.score}`}
          from={popped}
          gems={0}
          to={null}
          onEnd={() => setPopped(undefined)}
        />
      )}
      {phase === 'done' && <Cheer title={bubbleSort.amazingWork} mascot={<SortingBubble mood="cheering" />} />}
      {game.isOver(state) && round && (
        <RoundDone round={round} earned={props.earned} Mascot={SortingBubble} onExit={props.onExit} />
      )}
    </GameFrame>
  )
}

/** Animates a clone of a sorted item into its place, because the item itself may unmount meanwhile. */
function flyInto(element: HTMLElement, from: Rect, place: Element): void {
  if (prefersReducedMotion()) return
  const to = place.getBoundingClientRect()
  const clone = cloneAbovePage(element, from)
  clone.style.outline = 'none'
  const x = to.left + to.width / 2 - from.left - from.width / 2
  const y = to.top + to.height / 2 - from.top - from.height / 2
  const way = {
    translate: ['0px 0px', `${x * 0.6}px ${y * 0.6 - 30}px`, `${x}px ${y}px`],
    scale: [1, 1.05, 0.5],
    opacity: [1, 1, 0.2],
  }
  void animate(clone, way, { duration: 0.32, times: [0, 0.6, 1], ease: 'easeInOut' }).then(() => clone.remove())
}
