import type { ComponentProps } from 'react'

export type LetterBubbleProps = Omit<ComponentProps<'button'>, 'children' | 'onClick'> & {
  letter: string
  /** By which name it is followed from place to place. */
  glide: string
  label?: string
  onPress: () => void
}

/** A letter in a bubble, as it is taught to be written. */
export function LetterBubble({ letter, glide, label = letter, onPress, ...rest }: LetterBubbleProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-glide={glide}
      data-reach
      onClick={onPress}
      className="data-held:shadow-lift grid size-full min-h-12 min-w-12 touch-none place-items-center rounded-full bg-(image:--bubble) font-[family-name:Andika,sans-serif] text-[length:clamp(2.25rem,min(5dvh,9vw),3.75rem)] leading-none font-bold text-[#17142b] select-none active:scale-95 data-held:relative data-held:z-20"
      {...rest}
    >
      {/* Most letters keep to the lower half of their line; so they stand in the middle of the bubble. */}
      <span aria-hidden className="-mt-[0.15em]">
        {letter}
      </span>
    </button>
  )
}
