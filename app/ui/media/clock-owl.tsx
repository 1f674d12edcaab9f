import { Drawing, type DrawingProps } from './drawing.tsx'
import clockOwl from './drawings/clock-owl.svg?raw'

/** The owl with a clock for a belly. Decoration: its words are in text beside it. */
export const ClockOwl = (props: DrawingProps) => <Drawing of={clockOwl} {...props} />
