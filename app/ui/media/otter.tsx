import { Drawing, type DrawingProps } from './drawing.tsx'
import otter from './drawings/otter.svg?raw'

/** The otter with its shell, up to its belly in the water. Decoration: its words are in text beside it. */
export const Otter = (props: DrawingProps) => <Drawing of={otter} {...props} />
