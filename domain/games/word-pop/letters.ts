import { shuffled, type Chance } from '../chance.ts'

/** A letter that can be put into a slot; its id is its place in the pool. */
export type Tile = { id: number; letter: string }

const extraLetters = 'bkmrwxz'.split('')
const maxExtraLetters = 3

/** Shuffles the word's letters so that they do not spell it, with up to three letters that it does not have. */
export function poolFor(word: string, hasExtraLetters: boolean, chance: Chance): [Tile[], Chance] {
  const [mixed, next] = shuffled(
    chance,
    extraLetters.filter((letter) => !word.includes(letter)),
  )
  const letters = [...word.split(''), ...(hasExtraLetters ? mixed.slice(0, maxExtraLetters) : [])]
  let [pool, after] = shuffled(next, letters)
  // A word of one repeated letter would loop forever; there is none.
  while (pool.join('').includes(word)) [pool, after] = shuffled(after, letters)
  return [pool.map((letter, id) => ({ id, letter })), after]
}
