/**
 * The state of the random generator, a whole number from 0 to 2³² - 1. A seed always gives the same numbers, so that a
 * game can be replayed.
 */
export type Chance = number

/** Returns a number from 0 up to 1, excluding 1, and the next state (mulberry32). */
export function nextFloat(chance: Chance): [number, Chance] {
  const next = (chance + 0x6d2b79f5) >>> 0
  let mixed = Math.imul(next ^ (next >>> 15), next | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return [((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32, next]
}

/** Returns a whole number from `least` to `most`, both included. */
export function nextInteger(chance: Chance, least: number, most: number): [number, Chance] {
  const [part, next] = nextFloat(chance)
  return [least + Math.floor(part * (most - least + 1)), next]
}

/** Picks one item of a list; throws when it is empty. */
export function pick<T>(chance: Chance, list: readonly T[]): [T, Chance] {
  const [index, next] = nextInteger(chance, 0, list.length - 1)
  const picked = list[index]
  if (list.length === 0) throw new RangeError('There is nothing to pick from')
  return [picked as T, next]
}

/** Returns a shuffled copy of a list. */
export function shuffled<T>(chance: Chance, list: readonly T[]): [T[], Chance] {
  const mixed = [...list]
  let next = chance
  for (let last = mixed.length - 1; last > 0; last--) {
    let index: number
    ;[index, next] = nextInteger(next, 0, last)
    ;[mixed[last], mixed[index]] = [mixed[index] as T, mixed[last] as T]
  }
  return [mixed, next]
}
