import { pick, shuffled, type Chance } from '../chance.ts'
import type { Item } from '../practice.ts'
import { factsOf, factsOfItem, itemOf, sumOf, type Fact } from './facts.ts'

export type Question = {
  level: number
  item: Item
  /** As it is written: '3 + 4 = ?'. */
  text: string
  visualType: 'frogs' | 'fish'
  /** How many there are to count: of the one and of the other group; or of all, and of those that swim away. */
  counts: readonly [number, number]
  answers: readonly number[]
  correctAnswer: number
  fact: Fact
}

const answerCount = 3

/** The next question of a level, or of one item; never the one before again where there is another. */
export function questionOf(chance: Chance, level: number, item: Item | undefined, before: Fact | undefined): [Question, Chance] {
  let next = chance
  let asked: { level: number; facts: readonly Fact[]; item: Item | undefined }
  if (item === undefined) {
    let list: ReturnType<typeof factsOf>[number]
    ;[list, next] = pick(next, factsOf(level))
    asked = { level, ...list }
  } else {
    asked = { ...factsOfItem(item), item }
  }
  const others = asked.facts.filter((fact) => fact.kind !== before?.kind || fact.first !== before.first || fact.second !== before.second)
  let fact: Fact
  ;[fact, next] = pick(next, others.length > 0 ? others : asked.facts)
  const correctAnswer = fact.kind === 'missing' ? fact.second : fact.result
  let wrong: number[]
  ;[wrong, next] = distractorsOf(next, fact, correctAnswer)
  let answers: number[]
  ;[answers, next] = shuffled(next, [correctAnswer, ...wrong])
  const question: Question = {
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

/** Answers children come to: counted one too far or too short, the other way to reckon, a number of the question taken for the answer, ten forgotten. */
function distractorsOf(chance: Chance, { first, second, kind, result }: Fact, correct: number): [number[], Chance] {
  const otherWay = kind === 'takeAway' ? first + second : kind === 'add' ? Math.abs(first - second) : first + result
  const tens = result > 10 ? [correct + 10, correct - 10] : []
  let next = chance
  let near: number[]
  let far: number[]
  ;[near, next] = shuffled(next, [correct + 1, correct - 1])
  ;[far, next] = shuffled(next, [otherWay, first, second, result, correct + 2, correct - 2, ...tens])
  const distinct = new Set([...near.slice(0, 1), ...far, ...near].filter((answer) => answer >= 0 && answer !== correct))
  return [[...distinct].slice(0, answerCount - 1), next]
}

function textOf(fact: Fact): string {
  return fact.kind === 'missing' ? `${fact.first} + ? = ${fact.result}` : `${sumOf(fact)} = ?`
}
