import { pick, shuffled, type Chance } from '../chance.ts'
import type { Item } from '../practice.ts'
import { distractorsOf, type RankShares } from '../distractors.ts'
import { answerOf, factsOf, factsOfItem, itemOf, formatFact, type Fact } from './facts.ts'

export type SumQuestion = {
  /** Index of the level. */
  level: number
  item: Item
  /** Formatted as in '3 + 4 = ?'. */
  text: string
  visualType: 'frogs' | 'fish'
  /** The numbers to count: of the two groups, or of all and of those that swim away. */
  counts: readonly [number, number]
  answers: readonly number[]
  correctAnswer: number
  fact: Fact
}

/** Returns the next question of a level or of an item; never the same as before, unless there is no other. */
export function questionOf(
  chance: Chance,
  level: number,
  item: Item | undefined,
  before: Fact | undefined,
): [SumQuestion, Chance] {
  let next = chance
  let asked: { level: number; facts: readonly Fact[]; item: Item | undefined }
  if (item === undefined) {
    let list: ReturnType<typeof factsOf>[number]
    ;[list, next] = pick(next, factsOf(level))
    asked = { level, ...list }
  } else {
    asked = { ...factsOfItem(item), item }
  }
  const others = asked.facts.filter(
    (fact) => fact.kind !== before?.kind || fact.first !== before.first || fact.second !== before.second,
  )
  let fact: Fact
  ;[fact, next] = pick(next, others.length > 0 ? others : asked.facts)
  const correctAnswer = answerOf(fact)
  let wrong: number[]
  ;[wrong, next] = wrongAnswersOf(next, asked.level, fact)
  let answers: number[]
  ;[answers, next] = shuffled(next, [correctAnswer, ...wrong])
  const question: SumQuestion = {
    level: asked.level,
    item: asked.item ?? itemOf(fact),
    text: textOf(fact),
    visualType: fact.kind === 'takeAway' ? 'fish' : 'frogs',
    counts: [fact.first, fact.second],
    answers,
    correctAnswer,
    fact,
  }
  return [question, next]
}

/**
 * Picks mistakes that children make: one too many or too few, the opposite operation, a number of the question, ten
 * off.
 */
function wrongAnswersOf(chance: Chance, level: number, fact: Fact): [number[], Chance] {
  const { first, second, kind, result } = fact
  const correct = answerOf(fact)
  const otherWay = kind === 'takeAway' ? first + second : kind === 'add' ? Math.abs(first - second) : first + result
  const tens = result > 10 ? [correct + 10, correct - 10] : []
  const [mistakes, next] = shuffled(chance, [correct + 1, correct - 1, otherWay, first, second, result, ...tens])
  const others = [2, -2, 3, -3].map((by) => correct + by)
  const candidates = [...mistakes, ...others].filter((answer) => answer >= 0 && answer !== correct)
  return distractorsOf(
    next,
    candidates,
    ranksOf(level, correct),
    (answer) => answer < correct,
    (answer, other) => answer !== other,
  )
}

/**
 * No answer is below 0 and only one is below 1. Other answers make up for these two, so that on each level the right
 * answer is equally often the smallest, the middle and the largest.
 */
function ranksOf(level: number, correct: number): RankShares {
  if (correct === 0) return [1, 0, 0]
  if (correct === 1) return [0, 1, 0]
  const lists = factsOf(level)
  const shareOf = (answer: number) =>
    lists.reduce((sum, { facts }) => sum + facts.filter((fact) => answerOf(fact) === answer).length / facts.length, 0) /
    lists.length
  const [none, one] = [shareOf(0), shareOf(1)]
  const rest = 1 - none - one
  return [(1 / 3 - none) / rest, (1 / 3 - one) / rest, 1 / 3 / rest]
}

function textOf(fact: Fact): string {
  return fact.kind === 'missing' ? `${fact.first} + ? = ${fact.result}` : `${formatFact(fact)} = ?`
}
