import { nextFloat, type Chance } from './chance.ts'

export const answerCount = 3

/** The probabilities that none, one or two of the wrong answers are below the right one. */
export type RankShares = readonly [none: number, one: number, two: number]

/**
 * Picks two wrong answers from `candidates`, likelier mistakes first; `shares` decides how often the right one is the
 * smallest, the middle or the largest. When one side has too few candidates, the other side gives them.
 */
export function distractorsOf<T>(
  chance: Chance,
  candidates: readonly T[],
  shares: RankShares,
  isBelow: (candidate: T) => boolean,
  isApart: (candidate: T, chosen: T) => boolean,
): [T[], Chance] {
  const [part, next] = nextFloat(chance)
  const rank = part < shares[0] ? 0 : part < shares[0] + shares[1] ? 1 : 2
  const chosen: T[] = []
  const take = (some: readonly T[], most: number) => {
    for (const candidate of some)
      if (chosen.length < most && chosen.every((other) => isApart(candidate, other))) chosen.push(candidate)
  }
  take(candidates.filter(isBelow), rank)
  take(
    candidates.filter((candidate) => !isBelow(candidate)),
    chosen.length + answerCount - 1 - rank,
  )
  take(candidates, answerCount - 1)
  return [chosen, next]
}
