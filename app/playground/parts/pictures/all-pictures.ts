import { animals } from './animals.ts'
import { clothes } from './clothes.ts'
import type { Piece } from './drawing.ts'
import { food } from './food.ts'
import { outdoors } from './outdoors.ts'
import { things } from './things.ts'
import { vehicles } from './vehicles.ts'

export type PictureName =
  | keyof typeof animals
  | keyof typeof clothes
  | keyof typeof food
  | keyof typeof outdoors
  | keyof typeof things
  | keyof typeof vehicles

/** Our drawings of things that a small child can name. */
export const pictures: Record<PictureName, readonly Piece[]> = {
  ...animals,
  ...clothes,
  ...food,
  ...outdoors,
  ...things,
  ...vehicles,
}
