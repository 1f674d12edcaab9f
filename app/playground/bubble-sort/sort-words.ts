import type { Icon } from '#domain/games/bubble-sort/levels.ts'
import { bubbleSort } from '#texts/bubbleSort'

/** The name of a bubble's content. */
export const nameOf = (icon: Icon): string =>
  'picture' in icon ? bubbleSort.things[icon.picture] : bubbleSort.shapeIn(icon.color, icon.shape)
