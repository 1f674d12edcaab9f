import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { isPlaced, tileIn, type WordPop } from '#domain/games/word-pop/word-pop.ts'
import { DragAndDrop } from '#app/ui/motion/drag-and-drop.tsx'
import { wordPop } from '#texts/wordPop'
import { LetterTile } from './letter-tile.tsx'

export type LetterPoolProps = { state: WordPop; turn: string; onPlace: (tile: number, slot?: number) => void }

/** The letters to choose from. A taken one leaves a gap, so that the others do not move. */
export function LetterPool({ state, turn, onPlace }: LetterPoolProps) {
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      <ul
        ref={list}
        aria-label={wordPop.letters}
        className="mx-auto flex max-w-4xl flex-wrap justify-center gap-2 sm:gap-4"
      >
        {state.pool.map((tile) => (
          <li
            key={tile.id}
            data-glide-home="pool"
            className="border-edge not-[:has(button)]:border-2 size-[clamp(min(3.5rem,15vw),min(9dvh,17vw),6.5rem)] rounded-full border-dotted"
          >
            {!isPlaced(state, tile) && (
              <LetterTile tile={tile} glide={`${turn} ${tile.id}`} data-tile onPress={() => onPlace(tile.id)} />
            )}
          </li>
        ))}
      </ul>
      <DragAndDrop
        root={list}
        dropIds={state.slots.map((_, slot) => slot).filter((slot) => tileIn(state, slot) === undefined)}
        variant="pieces"
        overlayClassName="shadow-lift scale-110 rounded-full"
        onDrop={(tile, slot) => {
          // Renders before the drag ends, so that the dragged letter is in its new place by then.
          if (slot !== undefined) flushSync(() => onPlace(Number(tile), Number(slot)))
          return false
        }}
      />
    </>
  )
}
