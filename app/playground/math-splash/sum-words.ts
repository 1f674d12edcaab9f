import type { Question } from '#domain/games/math-splash/questions.ts'
import { mathSplash } from '#texts/mathSplash'

/** A question as it is said aloud. */
export function spokenOf({ fact: { kind, first, second, result } }: Question): string {
  if (kind === 'missing') return mathSplash.missing(first, result)
  return kind === 'add' ? mathSplash.add(first, second) : mathSplash.takeAway(first, second)
}

/** What the help's picture shows. */
export const pictureInWords = ({ visualType, counts }: Question): string => mathSplash[visualType](...counts)
