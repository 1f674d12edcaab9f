import { isPlaced, type WordPop } from '#domain/games/word-pop/word-pop.ts'
import { useDrag } from '#app/playground/parts/use-drag.ts'
import { LetterBubble } from './letter-bubble.tsx'

export type LetterPoolProps = { game: WordPop; turn: string; onPlace: (tile: number, slot?: number) => void }

/** The letters to choose from; where one was taken its place stays free, so the others stay where they are. */
export function LetterPool({ game, turn, onPlace }: LetterPoolProps) {
  const draggable = useDrag({ onDrop: (tile, slot) => onPlace(tile, Number(slot)) })
  return (
    <ul aria-label="Letters" className="mx-auto flex max-w-2xl flex-wrap justify-center gap-2 sm:gap-4">
      {game.pool.map((tile) => (
        <li key={tile.id} data-glide-home="pool" className="border-line size-16 rounded-full border-2 border-dotted sm:size-20 [@media(height<32rem)]:size-16">
          {!isPlaced(game, tile) && (
            <LetterBubble letter={tile.letter} glide={`${turn} ${tile.id}`} data-tile onPress={() => onPlace(tile.id)} {...draggable(tile.id)} />
          )}
        </li>
      ))}
    </ul>
  )
}
