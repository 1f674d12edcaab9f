import { pictures, type PictureName } from '#app/playground/parts/pictures/all-pictures.ts'
import { words } from '#domain/games/word-pop/words.ts'

const isPicture = (name: string): name is PictureName => name in pictures

/** The picture of a word. */
export function pictureOfWord(word: string): PictureName {
  const image = words.find((each) => each.word === word)?.image ?? word
  if (!isPicture(image)) throw new RangeError(`There is no picture of ${word}`)
  return image
}
