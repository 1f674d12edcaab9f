import { expect, test } from 'vitest'
import { factsOfItem, formatFact } from './facts.ts'
import { questionOf, type SumQuestion } from './questions.ts'
import { skills } from './skills.ts'

const ten = Array.from({ length: 10_000 }, (_, seed) => questionOf(seed, seed % 5, undefined, undefined)[0])
const ofLevel = (level: number) => ten.filter((question) => question.level === level - 1)
const ends = (numbers: number[]) => [Math.min(...numbers), Math.max(...numbers)]
const ask = (item: string, seed = 1): SumQuestion => questionOf(seed, 0, item, undefined)[0]

test('10,000 questions: three different answers, one of them correct, none below zero', () => {
  const isWellMade = ({ answers, correctAnswer }: SumQuestion) =>
    new Set(answers).size === 3 &&
    answers.filter((answer) => answer === correctAnswer).length === 1 &&
    answers.every((answer) => Number.isInteger(answer) && answer >= 0)
  // Collects the wrong ones for a single assertion, because 10,000 assertions take longer than 10,000 questions.
  expect(ten.filter((question) => !isWellMade(question))).toEqual([])
})

test('10,000 questions: what is written is true of the correct answer', () => {
  const isTrue = ({ text, correctAnswer }: SumQuestion) => {
    const [first, sign, second, , result] = text.replace('?', String(correctAnswer)).split(' ')
    return Number(first) + (sign === '+' ? 1 : -1) * Number(second) === Number(result)
  }
  expect(ten.filter((question) => !isTrue(question))).toEqual([])
})

test('each level keeps to its ranges, and comes to their ends', () => {
  for (const [level, most] of [
    [1, 4],
    [2, 6],
  ] as const) {
    const facts = ofLevel(level).map(({ fact }) => fact)
    expect(new Set(facts.map(({ kind }) => kind))).toEqual(new Set(['add']))
    expect(ends(facts.map(({ first }) => first))).toEqual([1, most])
    expect(ends(facts.map(({ second }) => second))).toEqual([1, most])
  }
  for (const [level, least, most] of [
    [3, 4, 8],
    [4, 5, 10],
  ] as const) {
    const facts = ofLevel(level).map(({ fact }) => fact)
    expect(new Set(facts.map(({ kind }) => kind))).toEqual(new Set(['takeAway']))
    expect(ends(facts.map(({ first }) => first))).toEqual([least, most])
    expect(Math.min(...facts.map(({ result }) => result))).toBe(0)
  }
  const kinds = (kind: string) =>
    ofLevel(5)
      .map(({ fact }) => fact)
      .filter((fact) => fact.kind === kind)
  for (const kind of ['add', 'takeAway', 'missing']) expect(kinds(kind).length).toBeGreaterThan(500)
  expect(Math.max(...kinds('add').map(({ result }) => result))).toBe(20)
  expect(ends(kinds('takeAway').map(({ first }) => first))).toEqual([10, 19])
  expect(Math.min(...kinds('takeAway').map(({ result }) => result))).toBeGreaterThanOrEqual(1)
  expect(Math.max(...kinds('missing').map(({ result }) => result))).toBeLessThanOrEqual(20)
})

test('frogs are added, fish are taken away', () => {
  expect(new Set(ofLevel(1).map(({ visualType }) => visualType))).toEqual(new Set(['frogs']))
  expect(new Set(ofLevel(3).map(({ visualType }) => visualType))).toEqual(new Set(['fish']))
})

test.each([1, 2, 3, 4, 5])(
  '10,000 questions of level %i: the correct answer is in every place, and the smallest, the middle and the largest alike',
  (level) => {
    const places = [0, 0, 0]
    const ranks = [0, 0, 0]
    for (let seed = 0; seed < 10_000; seed++) {
      const [{ answers, correctAnswer }] = questionOf(seed, level - 1, undefined, undefined)
      places[answers.indexOf(correctAnswer)]! += 1
      ranks[answers.toSorted((one, other) => one - other).indexOf(correctAnswer)]! += 1
    }
    for (const count of [...places, ...ranks]) {
      expect(count).toBeGreaterThan(2800)
      expect(count).toBeLessThan(3800)
    }
  },
)

/** Ways to choose without calculating; each returns the answers among which it cannot decide. */
const strategies: Record<string, (question: SumQuestion) => number[]> = {
  'the smallest': ({ answers }) => [Math.min(...answers)],
  'the middle': ({ answers }) => answers.toSorted((one, other) => one - other).slice(1, 2),
  'the largest': ({ answers }) => [Math.max(...answers)],
  'by size': ({ answers, fact: { kind, first, second, result } }) =>
    answers.filter((answer) =>
      kind === 'add' ? answer > Math.max(first, second) : answer < (kind === 'missing' ? result : first),
    ),
  'with a neighbour': ({ answers }) =>
    answers.filter((answer) => answers.includes(answer - 1) || answers.includes(answer + 1)),
  'no number of the question': ({ answers, text }) =>
    answers.filter((answer) => !text.split(' ').includes(String(answer))),
}

test.each([1, 2, 3, 4, 5])(
  'on level %i no way to choose without calculating is right more often than 42 in 100',
  (level) => {
    const asked = Array.from({ length: 10_000 }, (_, seed) => questionOf(seed, level - 1, undefined, undefined)[0])
    for (const [name, choose] of Object.entries(strategies)) {
      const right = asked.reduce((sum, question) => {
        const chosen = choose(question)
        const among = chosen.length > 0 ? chosen : question.answers
        return sum + (among.includes(question.correctAnswer) ? 1 / among.length : 0)
      }, 0)
      expect(right / asked.length, name).toBeLessThanOrEqual(0.42)
    }
  },
)

test('the wrong answers are one or two too many or too few', () => {
  const wrong = new Set(Array.from({ length: 300 }, (_, seed) => ask('8-5', seed)).flatMap(({ answers }) => answers))
  expect([...wrong].toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 7])
})

test('a sum is written as a question', () => {
  expect([ask('3+4').text, ask('8-5').text]).toEqual(['3 + 4 = ?', '8 − 5 = ?'])
  expect(ask('missing number').text).toMatch(/^\d+ \+ \? = \d+$/)
})

test('the same sum never comes twice in a row where there is another', () => {
  for (let seed = 0; seed < 300; seed++) {
    const [first, chance] = questionOf(seed, seed % 5, undefined, undefined)
    expect(questionOf(chance, first.level, undefined, first.fact)[0].text).not.toBe(first.text)
  }
  expect(questionOf(1, 0, '1+1', ask('1+1').fact)[0].text).toBe('1 + 1 = ?')
})

test('the map for parents holds every sum once, level by level, the last level by its kinds', () => {
  expect(skills.map(({ items }) => items.length)).toEqual([16, 20, 30, 19, 3])
  const items = skills.flatMap((group) => group.items)
  expect(new Set(items).size).toBe(88)
  expect(items.slice(0, 3)).toEqual(['1+1', '1+2', '2+1'])
  expect(factsOfItem('8-5').facts.map(formatFact)).toEqual(['8 − 5'])
  for (const [index, group] of skills.entries())
    for (const item of group.items) expect(factsOfItem(item).level).toBe(index)
  expect(ten.filter(({ item, level }) => factsOfItem(item).level > level)).toEqual([])
  expect(() => factsOfItem('7+7')).toThrow(RangeError)
})
