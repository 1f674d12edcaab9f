import { Drawing, type DrawingProps } from './drawing.tsx'
import sortingBubble from './drawings/sorting-bubble.svg?raw'

/** A bubble with shapes. Decoration: its game's name is in text beside it. */
export const SortingBubble = (props: DrawingProps) => <Drawing of={sortingBubble} {...props} />
