import type { Item } from '../practice.ts'

/** A calculation to ask: its three numbers; `kind` says which one is to be found. */
export type Fact = { kind: 'add' | 'takeAway' | 'missing'; first: number; second: number; result: number }

export type BigSum = 'add to 20' | 'take away from 10 to 19' | 'missing number'

/** Index of the last level. */
export const lastLevel = 4

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const add = (first: number, second: number): Fact => ({ kind: 'add', first, second, result: first + second })
const takeAway = (first: number, second: number): Fact => ({ kind: 'takeAway', first, second, result: first - second })
const missing = (first: number, second: number): Fact => ({ kind: 'missing', first, second, result: first + second })

const sums = (most: number) => range(1, most).flatMap((first) => range(1, most).map((second) => add(first, second)))
const differences = (least: number, most: number) =>
  range(least, most).flatMap((first) => range(1, first).map((second) => takeAway(first, second)))

/** The facts of the last level, which asks each kind equally often. */
export const kinds: readonly { item: BigSum; facts: readonly Fact[] }[] = [
  {
    item: 'add to 20',
    facts: range(1, 19)
      .flatMap((first) => range(1, 19).map((second) => add(first, second)))
      .filter(({ result }) => result > 10 && result <= 20),
  },
  {
    item: 'take away from 10 to 19',
    facts: range(10, 19).flatMap((first) => range(1, 9).map((second) => takeAway(first, second))),
  },
  {
    item: 'missing number',
    facts: range(1, 15)
      .flatMap((first) => range(1, 9).map((second) => missing(first, second)))
      .filter(({ result }) => result <= 20),
  },
]

/** Returns the number to be found. */
export const answerOf = ({ kind, second, result }: Fact): number => (kind === 'missing' ? second : result)

/** Formats a fact as in '3 + 4'. */
export const formatFact = ({ first, second, kind }: Fact): string =>
  `${first} ${kind === 'takeAway' ? '−' : '+'} ${second}`

/** Returns the item that a fact practises; facts of the last level have the item of their kind. */
export const itemOf = ({ first, second, kind }: Fact): Item => `${first}${kind === 'add' ? '+' : '-'}${second}`

const ofLevels: readonly (readonly Fact[])[] = [sums(4), sums(6), differences(4, 8), differences(5, 10)]

/** Returns the facts of a level, as lists that are chosen with equal probability. */
export function factsOf(level: number): readonly { item: Item | undefined; facts: readonly Fact[] }[] {
  const facts = ofLevels[level]
  return facts === undefined ? kinds : [{ item: undefined, facts }]
}

/** The facts of each of the first four levels by item; a fact of two levels is in both. */
export const namedFacts = ofLevels.map((facts) => new Map(facts.map((fact) => [itemOf(fact), fact])))

/** Returns the level of an item, and the facts that practise it. */
export function factsOfItem(item: Item): { level: number; facts: readonly Fact[] } {
  const kind = kinds.find((each) => each.item === item)
  if (kind !== undefined) return { level: lastLevel, facts: kind.facts }
  const index = namedFacts.findIndex((facts) => facts.has(item))
  const fact = namedFacts[index]?.get(item)
  if (fact === undefined) throw new RangeError(`No sum is called ${item}`)
  return { level: index, facts: [fact] }
}
