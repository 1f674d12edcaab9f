import { shuffled, type Chance } from '../chance.ts'

/** A letter that can be put into a slot; its id is its place in the pool. */
export type Tile = { id: number; letter: string }

const strangers = 'bkmrwxz'.split('')
const mostStrangers = 3

/** The word's letters in an order of chance that is not yet the word, among them up to three it does not have. */
export function poolFor(word: string, hasStrangers: boolean, chance: Chance): [Tile[], Chance] {
  const [mixed, next] = shuffled(
    chance,
    strangers.filter((letter) => !word.includes(letter)),
  )
  const letters = [...word.split(''), ...(hasStrangers ? mixed.slice(0, mostStrangers) : [])]
  let [pool, after] = shuffled(next, letters)
  // Words of one letter only would never end up in another order; there are none.
  while (pool.join('').includes(word)) [pool, after] = shuffled(after, letters)
  return [pool.map((letter, id) => ({ id, letter })), after]
}
