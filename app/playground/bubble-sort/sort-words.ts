import type { Icon, Level } from '#domain/games/bubble-sort/levels.ts'
import { pictures, type PictureName } from '#app/playground/parts/pictures/pictures.ts'

/** What is to be done, spoken and written. */
export const prompts: Record<Level, string> = {
  color: 'Sort by color!',
  shape: 'Sort by shape!',
  twoattribute: 'Sort by color and shape!',
  conceptual: 'What belongs together?',
}

/** What a bubble carries, in words. */
export const nameOf = (icon: Icon): string => ('picture' in icon ? icon.picture : `${icon.color} ${icon.shape}`)

const isPicture = (name: string): name is PictureName => name in pictures

export function pictureOf(name: string): PictureName {
  if (!isPicture(name)) throw new RangeError(`There is no picture of ${name}`)
  return name
}
