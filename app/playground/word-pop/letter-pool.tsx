import { isPlaced, type WordPop } from '#domain/games/word-pop/word-pop.ts'
import { useDrag } from '#app/playground/parts/use-drag.ts'
import { wordPop } from '#texts/wordPop'
import { LetterBubble } from './letter-bubble.tsx'

export type LetterPoolProps = { game: WordPop; turn: string; onPlace: (tile: number, slot?: number) => void }

/** The letters to choose from; where one was taken its place stays free, so the others stay where they are. */
export function LetterPool({ game, turn, onPlace }: LetterPoolProps) {
  const draggable = useDrag({ onDrop: (tile, slot) => onPlace(tile, Number(slot)) })
  return (
    <ul aria-label={wordPop.letters} className="mx-auto flex max-w-4xl flex-wrap justify-center gap-2 sm:gap-4">
      {game.pool.map((tile) => (
        <li
          key={tile.id}
          data-glide-home="pool"
          className="border-edge not-[:has(button)]:border-2 size-[clamp(3.5rem,min(9dvh,17vw),6.5rem)] rounded-full border-dotted"
        >
          {!isPlaced(game, tile) && (
            <LetterBubble letter={tile.letter} glide={`${turn} ${tile.id}`} data-tile onPress={() => onPlace(tile.id)} {...draggable(tile.id)} />
          )}
        </li>
      ))}
    </ul>
  )
}
