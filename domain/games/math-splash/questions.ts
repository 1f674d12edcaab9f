import { nextFloat, pick, shuffled, type Chance } from '../chance.ts'
import type { Item } from '../practice.ts'
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

/** Three numbers in equal steps, of which the answer is the smallest (0), the middle or the largest (2). */
type Row = { step: number; rank: number }

const rows: readonly Row[] = [1, 2].flatMap((step) => [0, 1, 2].map((rank) => ({ step, rank })))
/** How much likelier steps of one are than steps of two. */
const oneToTwo = 2
/** How likely a number is that sizes alone exclude, compared with one that they do not. */
const excluded = 0.05

const numbersIn = ({ step, rank }: Row, answer: number) => [0, 1, 2].map((place) => answer + (place - rank) * step)

/** Whether sizes alone tell that a number cannot be the answer: a sum is more than both numbers, what is left is less. */
function isExcluded({ kind, first, second, result }: Fact, answer: number): boolean {
  if (kind === 'add') return answer <= Math.max(first, second)
  return kind === 'takeAway' ? answer >= first : answer <= 0 || answer >= result
}

/** The likelihood of each of `rows` for the facts of a level, by the fact's text; made when the level is first asked. */
const weights: Map<string, number[]>[] = []

/**
 * One or two too many or too few, so that a child who does not calculate cannot tell the right answer: each is as close
 * to the next, none is excluded by its size where that is possible, and on each level the right one is equally often the
 * smallest, the middle and the largest.
 */
function weightsOf(level: number): Map<string, number[]> {
  const known = weights[level]
  if (known !== undefined) return known
  const lists = factsOf(level)
  const asked = lists.flatMap(({ facts }) => facts.map((fact) => ({ fact, share: 1 / facts.length / lists.length })))
  const likely = asked.map(({ fact }) =>
    rows.map((row) => {
      const numbers = numbersIn(row, answerOf(fact))
      if (numbers.some((number) => number < 0)) return 0
      return (row.step === 1 ? oneToTwo : 1) * excluded ** numbers.filter((number) => isExcluded(fact, number)).length
    }),
  )
  // Fits both in turn until they agree: each fact has a row, and each rank a third of all.
  for (let turn = 0; turn < 50; turn++) {
    for (const weightsOfFact of likely) scale(weightsOfFact, () => sum(weightsOfFact))
    const ranks = [0, 1, 2].map((rank) =>
      sum(likely.map((each, at) => sum(each.filter((_, row) => rows[row]?.rank === rank)) * (asked[at]?.share ?? 0))),
    )
    for (const weightsOfFact of likely) scale(weightsOfFact, (row) => 3 * (ranks[rows[row]?.rank ?? 0] ?? 1))
  }
  return (weights[level] = new Map(asked.map(({ fact }, at) => [textOf(fact), likely[at] ?? []])))
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

function scale(numbers: number[], by: (at: number) => number): void {
  for (const [at, number] of numbers.entries()) numbers[at] = number / by(at)
}

function wrongAnswersOf(chance: Chance, level: number, fact: Fact): [number[], Chance] {
  const likely = weightsOf(level).get(textOf(fact)) ?? []
  const [part, next] = nextFloat(chance)
  let left = part * sum(likely)
  const row = rows.find((_, at) => (left -= likely[at] ?? 0) < 0) ?? { step: 1, rank: 0 }
  const answer = answerOf(fact)
  return [numbersIn(row, answer).filter((number) => number !== answer), next]
}

function textOf(fact: Fact): string {
  return fact.kind === 'missing' ? `${fact.first} + ? = ${fact.result}` : `${formatFact(fact)} = ?`
}
