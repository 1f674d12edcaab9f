import type { ComponentProps } from 'react'
import { English } from '#app/playground/parts/tell.tsx'
import type { Tile } from '#domain/games/word-pop/letters.ts'

export type LetterTileProps = Omit<ComponentProps<'button'>, 'children' | 'onClick'> & {
  tile: Tile
  /** The id by which `LayoutAnimation` tracks it. */
  glide: string
  /** The action of the letter's button, said after the letter. */
  hint?: string
  onPress: () => void
}

/** A letter in a bubble, in the form that is taught. */
export function LetterTile({ tile, glide, hint, onPress, ...rest }: LetterTileProps) {
  return (
    <button
      type="button"
      data-glide={glide}
      data-drag-id={tile.id}
      data-reach
      onClick={onPress}
      className="grid size-full min-h-[min(3rem,12vw)] min-w-[min(3rem,12vw)] touch-none place-items-center rounded-full bg-(image:--bubble) font-[family-name:Andika,sans-serif] text-[length:clamp(2.25rem,min(5dvh,9vw),3.75rem)] leading-none font-bold text-[#17142b] select-none active:scale-95 data-drag-source:opacity-0"
      {...rest}
    >
      {/* Moves the letter up to the bubble's center, because most letters are in the lower half of their line. */}
      <span className="-mt-[0.15em] forced-colors:text-[CanvasText] forced-colors:forced-color-adjust-none">
        <English>{tile.letter}</English>
      </span>
      {hint !== undefined && <span className="sr-only">{hint}</span>}
    </button>
  )
}
