import type { SumQuestion } from '#domain/games/math-splash/questions.ts'
import { mathSplash } from '#texts/mathSplash'

/** The spoken form of a question. */
export function spokenOf({ fact: { kind, first, second, result } }: SumQuestion): string {
  if (kind === 'missing') return mathSplash.missing(first, result)
  return kind === 'add' ? mathSplash.add(first, second) : mathSplash.takeAway(first, second)
}

/** A description of the help's picture. */
export const pictureInWords = ({ visualType, counts }: SumQuestion): string => mathSplash[visualType](...counts)
