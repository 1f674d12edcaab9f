import { expect, test } from 'vitest'
import { Day } from '../contract/days.ts'
import { afterAnswer, isHalfRight, roundOf as begin, skillOf, type KnownItem, type Round } from './practice.ts'

const today = Day.parse('2026-03-10')
const yesterday = Day.parse('2026-03-09')
const tomorrow = Day.parse('2026-03-11')
const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
const roundOf = (items: readonly KnownItem[], { catalogue = letters, chance = 1 } = {}) =>
  begin(catalogue, { known: items, today }, chance)
const known = (item: string, box: number, dueOn = yesterday) => ({ item, box, dueOn })

test('who knows nothing yet meets the first four, each twice', () => {
  expect(roundOf([]).queue).toEqual('abcdabcd'.split(''))
})

test('what is due comes first, the weakest of it before the rest, then two new ones, then what is not due yet', () => {
  const round = roundOf([
    known('x', 4),
    known('y', 1),
    known('z', 2, today),
    known('m', 1, tomorrow),
    known('n', 5, tomorrow),
    known('o', 3, tomorrow),
  ])
  expect(round.queue).toEqual('yzxabmon'.split(''))
})

test('a day with much due asks eight of it and nothing new', () => {
  const round = roundOf(letters.slice(0, 12).map((letter, index) => known(letter, (index % 5) + 1)))
  expect(round.queue).toHaveLength(8)
  expect(round.queue.every((letter) => letter < 'm')).toBe(true)
})

test('what the game does not know any more is left out', () => {
  expect(roundOf([known('ß', 1)], { catalogue: ['a'] }).queue).toEqual(['a', 'a'])
})

test('what is equally due comes in another order from seed to seed', () => {
  const all = letters.slice(0, 8).map((letter) => known(letter, 1))
  expect(new Set([1, 2, 3, 4, 5].map((seed) => roundOf(all, { chance: seed }).queue.join(''))).size).toBeGreaterThan(1)
})

test('a missed item is asked again before the end, at most twice, and every round ends', () => {
  let round: Round = roundOf(letters.slice(0, 8).map((letter) => known(letter, 2)))
  const [first] = round.queue
  round = afterAnswer(round, false)
  expect(round.queue.indexOf(first ?? '')).toBe(2)
  let answers = 1
  const asked = [first]
  while (round.queue.length > 0 && answers < 100) {
    asked.push(round.queue[0])
    round = afterAnswer(round, false)
    answers++
  }
  expect(answers).toBeLessThanOrEqual(16)
  expect(round.answered).toBe(answers)
  for (const letter of letters.slice(0, 8))
    expect(asked.filter((item) => item === letter).length).toBeLessThanOrEqual(3)
})

test('after two misses in a row the next one is the easiest for this child', () => {
  let round = roundOf([known('a', 1), known('b', 1), known('c', 1), known('q', 5, tomorrow)])
  round = afterAnswer(afterAnswer(round, false), false)
  expect(round.queue[0]).toBe('q')
  expect(round.missesInARow).toBe(0)
  expect(round.queue.filter((item) => item === 'q')).toHaveLength(1)
})

test('a right answer between two misses keeps the order', () => {
  const all = 'abcdefgh'.split('').map((letter) => known(letter, 1))
  const round = roundOf(all)
  const [first] = round.queue
  let played = round
  for (const isRight of [false, true, false]) played = afterAnswer(played, isRight)
  expect(played.queue[0]).toBe(first)
})

test('a round is half right from as many right first tries as others on', () => {
  const after = (...answers: boolean[]) => isHalfRight(answers.reduce(afterAnswer, roundOf([])))
  expect([after(), after(true, false), after(true, false, false), after(false)]).toEqual([false, true, false, false])
})

test('a round that is over takes no answer', () => {
  const over = { ...roundOf([]), queue: [] }
  expect(() => afterAnswer(over, true)).toThrow(RangeError)
})

test('an item is new until it is met, then it grows until it is sure', () => {
  expect([undefined, 1, 3, 4, 5].map((box) => skillOf(box === undefined ? undefined : known('a', box)))).toEqual([
    'new',
    'growing',
    'growing',
    'sure',
    'sure',
  ])
})
