import { Drawing, type DrawingProps } from './drawing.tsx'
import letterWorm from './drawings/letter-worm.svg?raw'

/** The worm that eats its way through words. Decoration: its game's name is in text beside it. */
export const LetterWorm = (props: DrawingProps) => <Drawing of={letterWorm} {...props} />
