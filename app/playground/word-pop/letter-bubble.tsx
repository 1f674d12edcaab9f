import type { ComponentProps } from 'react'
import type { Tile } from '#domain/games/word-pop/letters.ts'

export type LetterBubbleProps = Omit<ComponentProps<'button'>, 'children' | 'onClick'> & {
  tile: Tile
  /** By which name it is followed from place to place. */
  glide: string
  label?: string
  onPress: () => void
}

/** A letter in a bubble, as it is taught to be written. */
export function LetterBubble({ tile, glide, label = tile.letter, onPress, ...rest }: LetterBubbleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-glide={glide}
      data-drag-id={tile.id}
      data-reach
      onClick={onPress}
      className="grid size-full min-h-12 min-w-12 touch-none place-items-center rounded-full bg-(image:--bubble) font-[family-name:Andika,sans-serif] text-[length:clamp(2.25rem,min(5dvh,9vw),3.75rem)] leading-none font-bold text-[#17142b] select-none active:scale-95 data-drag-source:opacity-0"
      {...rest}
    >
      {/* Most letters keep to the lower half of their line; so they stand in the middle of the bubble. */}
      <span translate="no" aria-hidden className="-mt-[0.15em]">
        {tile.letter}
      </span>
    </button>
  )
}
