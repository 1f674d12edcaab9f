import { Drawing, type DrawingProps } from './drawing.tsx'
import letterBubble from './drawings/letter-bubble.svg?raw'

export type LetterBubbleProps = DrawingProps & {
  /** The path of its letter, in a square of 400 units. */
  letter?: string
}

const capitalA = 'M200 60L94 340M200 60L306 340M137 228L263 228'

/** A bubble with a letter. Decoration: its meaning is in text beside it. */
export const LetterBubble = ({ letter = capitalA, ...rest }: LetterBubbleProps) => (
  <Drawing of={letterBubble} strokeLinecap="round" strokeLinejoin="round" {...rest}>
    <path transform="translate(30.4 48.5) scale(0.088)" d={letter} stroke="#fff" strokeWidth="60" />
  </Drawing>
)
