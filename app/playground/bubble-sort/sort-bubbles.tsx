import * as m from 'framer-motion/m'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { BubbleSort } from '#domain/games/bubble-sort/bubble-sort.ts'
import type { Icon } from '#domain/games/bubble-sort/levels.ts'
import { Picture } from '#app/playground/parts/picture.tsx'
import { cn } from '#app/ui/layout/cn.ts'
import type { Rect } from '#app/ui/motion/clone-element.ts'
import { DragAndDrop } from '#app/ui/motion/drag-and-drop.tsx'
import { popIn, wiggle } from '#app/ui/motion/transitions.ts'
import { bubbleSort } from '#texts/bubbleSort'
import { nameOf } from './sort-words.ts'
import { Textured } from './textured.tsx'

export type SortBubblesProps = {
  state: BubbleSort
  /** The item that was tapped, or is dragged. */
  picked: number | undefined
  onPick: (object: number, isByKey: boolean) => void
  /** `from` is the rectangle of the overlay at the drop. */
  onDrop: (object: number, target: string, from: Rect) => void
}

/** Columns by number of bubbles, so that rows are equally long on all screens. */
const columnsFor: Record<number, string> = {
  8: 'grid-cols-4 phone-landscape:grid-cols-8',
  12: 'grid-cols-4 lg:grid-cols-6 phone-landscape:grid-cols-12',
}

/** Shows each object in a bubble. A sorted one leaves a gap, so that the others do not move. */
export function SortBubbles({ state, picked, onPick, onDrop }: SortBubblesProps) {
  const list = useRef<HTMLUListElement>(null)
  const isOne = state.places === 1
  return (
    <>
      <ul
        ref={list}
        aria-label={bubbleSort.bubbles}
        className={cn(
          'mx-auto grid justify-center gap-x-[min(0.5rem,2vw)] gap-y-3 sm:gap-x-6 sm:gap-y-5 phone-landscape:gap-x-2',
          columnsFor[state.places],
        )}
      >
        {Array.from({ length: state.places }, (_, place) => {
          const object = state.objects.find(({ id }) => id === place)
          const isWrong = state.mark?.object === place && !state.mark.isRight
          return (
            <m.li
              key={`${state.levelId} ${state.round?.answered} ${place}`}
              className={cn(
                isOne ? 'size-[clamp(4.5rem,18dvh,14rem)]' : 'size-[clamp(min(3.5rem,15vw),min(13dvh,19vw),9rem)]',
                !isOne && 'even:translate-y-2 sm:even:translate-y-4 phone-landscape:even:translate-y-1.5',
              )}
              {...popIn}
              animate={isWrong ? { ...popIn.animate, ...wiggle } : popIn.animate}
            >
              {object !== undefined && (
                <button
                  type="button"
                  aria-label={nameOf(object.icon)}
                  aria-pressed={picked === object.id}
                  data-drag-id={object.id}
                  onClick={(event) => onPick(object.id, event.detail === 0)}
                  className="aria-pressed:outline-grape data-drag-source:opacity-0 relative grid size-full touch-none place-items-center rounded-full border-2 border-[#8fb8e8] bg-[radial-gradient(circle_at_32%_26%,#fff,#e9f5ffd9_30%,#d9ecffb3_65%,#a9cdf5)] outline-offset-2 transition-[scale] duration-150 select-none active:scale-95 aria-pressed:scale-112 aria-pressed:outline-6"
                >
                  <Content icon={object.icon} />
                  <span
                    aria-hidden
                    className="absolute top-[9%] left-[20%] h-[12%] w-[22%] -rotate-32 rounded-full bg-[#ffffffd9]"
                  />
                  {isWrong && (
                    <m.span
                      aria-hidden
                      {...popIn}
                      className="bg-danger text-on-danger absolute -top-1 -right-1 grid size-8 place-items-center rounded-full"
                    >
                      <X className="size-6" strokeWidth={3} />
                    </m.span>
                  )}
                </button>
              )}
            </m.li>
          )
        })}
      </ul>
      <DragAndDrop
        root={list}
        dropIds={state.targets.map(({ id }) => id)}
        variant="pieces"
        overlayClassName="shadow-lift scale-110 rounded-full"
        onStart={(object) => onPick(Number(object), false)}
        onDrop={(object, target, from) => {
          // Renders before the drag ends, so that the dragged bubble is gone, or back, by then.
          if (target !== undefined) flushSync(() => onDrop(Number(object), target, from))
          return false
        }}
      />
    </>
  )
}

function Content({ icon }: { icon: Icon }) {
  if ('picture' in icon) return <Picture of={icon.picture} hasGround={false} className="size-[74%]" />
  return <Textured shape={icon.shape} color={icon.color} texture={icon.texture} className="size-[68%]" />
}
