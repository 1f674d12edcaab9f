import type { Icon } from '#domain/games/bubble-sort/levels.ts'
import { bubbleSort } from '#texts/bubbleSort'
import { pictures, type PictureName } from '#app/playground/parts/pictures/all-pictures.ts'

/** The name of a bubble's content. */
export const nameOf = (icon: Icon): string =>
  'picture' in icon ? bubbleSort.things[icon.picture] : bubbleSort.shapeIn(icon.color, icon.shape)

const isPicture = (name: string): name is PictureName => name in pictures

export function pictureNamed(name: string): PictureName {
  if (!isPicture(name)) throw new RangeError(`There is no picture of ${name}`)
  return name
}
