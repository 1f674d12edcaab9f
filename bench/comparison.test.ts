import { expect, test } from 'vitest'
import { compare, medianOf, randomFrom } from './comparison.ts'
import type { Figure, Rounds } from './figures.ts'

const time: Figure = { name: 'a time', unit: 'ms', goal: '' }

/** A normally distributed number. */
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

type Noise = { typical: number; spread: number; roundSpread?: number; step?: number; samples?: number }

/** Six rounds of both subjects on a machine whose speed changes between rounds; the candidate takes `shift` longer. */
function simulate(random: () => number, noise: Noise, shift = 0): [candidate: Rounds, baseline: Rounds] {
  const { typical, spread, roundSpread = 0.3, step = 0, samples = 1 } = noise
  const sides: [Rounds, Rounds] = [[], []]
  for (let round = 0; round < 6; round++) {
    const speed = Math.exp(normal(random) * roundSpread)
    for (const [index, side] of sides.entries()) {
      const sample = () => {
        const slowedDown = random() < 0.05 ? 3 : 1
        const value = (typical * Math.exp(normal(random) * spread) + (index === 0 ? shift : 0)) * speed * slowedDown
        return step === 0 ? value : Math.max(16, Math.round(value / step) * step)
      }
      side.push(Array.from({ length: 2 }, () => Array.from({ length: samples }, sample)))
    }
  }
  return sides
}

const runs = Array.from({ length: 40 }, (_, seed) => seed)

/** Six rounds in which each of two turns takes the same. */
const steady = (value: number) => Array.from({ length: 6 }, () => [[value], [value]])

test.each<[string, Noise, Partial<Figure>]>([
  ['times of a quiet machine', { typical: 40, spread: 0.12, roundSpread: 0.05 }, {}],
  ['times of a busy machine', { typical: 40, spread: 0.2, roundSpread: 0.4 }, {}],
  ['times in steps of 8 ms', { typical: 26, spread: 0.2, step: 8 }, { step: 8 }],
  ['times of which most are below the least that is reported', { typical: 15, spread: 0.25, step: 8 }, { step: 8 }],
  ['many samples a turn', { typical: 3, spread: 0.4, samples: 4 }, {}],
  ['rates', { typical: 900, spread: 0.1 }, { isRate: true }],
])('the same subject twice is never called slower: %s', (_, noise, figure) => {
  const words = runs.map((seed) => compare({ ...time, ...figure }, ...simulate(randomFrom(seed), noise)).word)
  expect(words.filter((word) => word === 'slower')).toEqual([])
})

test.each<[string, Noise, Partial<Figure>]>([
  ['30 ms more on 40', { typical: 40, spread: 0.2 }, {}],
  ['30 ms more in steps of 8 ms', { typical: 26, spread: 0.2, step: 8 }, { step: 8 }],
  ['30 ms more on 60 of a busy machine', { typical: 60, spread: 0.15, roundSpread: 0.4, samples: 2 }, {}],
])('a slower candidate is called slower: %s', (_, noise, figure) => {
  const words = runs.map((seed) => compare({ ...time, ...figure }, ...simulate(randomFrom(seed), noise, 30)).word)
  expect(words.filter((word) => word === 'slower').length).toBeGreaterThan(runs.length * 0.9)
  expect(words).not.toContain('faster')
})

test('a change is called one where the whole interval lies above 1.1 or below 0.91', () => {
  const words = [80, 92, 109, 111].map((value) => compare(time, steady(value), steady(100)).word)
  expect(words).toEqual(['faster', 'same', 'same', 'slower'])
})

test('a lower rate is slower', () => {
  expect(compare({ ...time, isRate: true }, steady(500), steady(1000))).toMatchObject({ ratio: 2, word: 'slower' })
})

test('a change that is much smaller than the grain is none', () => {
  const words = [3, 30].map((value) => compare({ ...time, grain: 50 }, steady(value), steady(0)).word)
  expect(words).toEqual(['same', 'slower'])
})

test('the same samples give the same interval', () => {
  const rounds = simulate(randomFrom(7), { typical: 40, spread: 0.3 })
  expect(compare(time, ...rounds)).toEqual(compare(time, ...rounds))
})

test('a figure that was not measured in every round is refused', () => {
  expect(() => compare(time, [[[1]], [[]]], [[[1]], [[1]]])).toThrow('"a time" was not measured in every round')
})

test('the median of an even number of samples is the mean of the middle two', () => {
  expect(medianOf(Float64Array.of(4, 1, 3, 2))).toBe(2.5)
})

test('the median of samples in steps moves with the share of samples in the middle step', () => {
  expect(medianOf(Float64Array.of(16, 16, 24, 24), 8)).toBe(20)
  expect(medianOf(Float64Array.of(16, 24, 24, 24), 8)).toBeCloseTo(22.67)
})
