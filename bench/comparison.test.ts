import { describe, expect, test } from 'vitest'
import { compare, medianOf, randomFrom } from './comparison.ts'
import type { Figure, Rounds } from './figures.ts'

const time: Figure = { name: 'a time', unit: 'ms', rows: [] }

/** A normally distributed number. */
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

type Noise = {
  typical: number
  spread: number
  roundSpread?: number
  outliers?: number
  step?: number
  turns?: number
  samples?: number
}

/** Six rounds of both subjects on a machine whose speed changes between rounds; the candidate takes `shift` longer. */
function simulate(random: () => number, noise: Noise, shift = 0): [candidate: Rounds, baseline: Rounds] {
  const { typical, spread, roundSpread = 0.3, outliers = 0.05, step = 0, turns = 2, samples = 1 } = noise
  const sides: [Rounds, Rounds] = [[], []]
  for (let round = 0; round < 6; round++) {
    const speed = Math.exp(normal(random) * roundSpread)
    for (const [index, side] of sides.entries()) {
      const sample = () => {
        const slowedDown = random() < outliers ? 3 : 1
        const value = (typical * Math.exp(normal(random) * spread) + (index === 0 ? shift : 0)) * speed * slowedDown
        return step === 0 ? value : Math.max(16, Math.round(value / step) * step)
      }
      side.push(Array.from({ length: turns }, () => Array.from({ length: samples }, sample)))
    }
  }
  return sides
}

const runs = Array.from({ length: 40 }, (_, seed) => seed)

/** Six rounds in which each of two turns takes the same. */
const steady = (value: number) => Array.from({ length: 6 }, () => [[value], [value]])

describe('the same subject twice', () => {
  test.each<[string, Noise, Partial<Figure>]>([
    ['times of a quiet machine', { typical: 40, spread: 0.12, roundSpread: 0.05 }, {}],
    ['times of a busy machine', { typical: 40, spread: 0.2, roundSpread: 0.4, outliers: 0.1 }, {}],
    ['times in steps of 8 ms', { typical: 26, spread: 0.2, step: 8 }, { step: 8 }],
    ['times of which most are below the least that is reported', { typical: 15, spread: 0.25, step: 8 }, { step: 8 }],
    ['many samples a turn', { typical: 3, spread: 0.4, samples: 4 }, {}],
    ['mean frames', { typical: 16.7, spread: 0.05, samples: 40 }, { isMeanOfTurn: true }],
    ['rates', { typical: 900, spread: 0.1 }, { isRate: true }],
  ])('is never called slower: %s', (_, noise, figure) => {
    const words = runs.map((seed) => compare({ ...time, ...figure }, ...simulate(randomFrom(seed), noise)).word)
    expect(words.filter((word) => word === 'slower')).toEqual([])
  })

  test('is the same where both are always 0', () => {
    expect(compare({ ...time, grain: 0.01 }, steady(0), steady(0))).toMatchObject({
      ratio: 1,
      low: 1,
      high: 1,
      word: 'same',
    })
  })
})

describe('a candidate that differs', () => {
  test.each<[string, Noise, Partial<Figure>]>([
    ['30 ms more on 40', { typical: 40, spread: 0.2 }, {}],
    ['30 ms more in steps of 8 ms', { typical: 26, spread: 0.2, step: 8 }, { step: 8 }],
    ['30 ms more on 60 of a busy machine', { typical: 60, spread: 0.15, roundSpread: 0.4, samples: 2 }, {}],
  ])('is called slower: %s', (_, noise, figure) => {
    const words = runs.map((seed) => compare({ ...time, ...figure }, ...simulate(randomFrom(seed), noise, 30)).word)
    expect(words.filter((word) => word === 'slower').length).toBeGreaterThan(runs.length * 0.9)
    expect(words).not.toContain('faster')
  })

  test('is called faster where the whole interval lies below 0.91', () => {
    expect(compare(time, steady(80), steady(100)).word).toBe('faster')
    expect(compare(time, steady(92), steady(100)).word).toBe('same')
    expect(compare(time, steady(109), steady(100)).word).toBe('same')
    expect(compare(time, steady(111), steady(100)).word).toBe('slower')
  })

  test('is slower where a rate is lower', () => {
    expect(compare({ ...time, isRate: true }, steady(500), steady(1000))).toMatchObject({ ratio: 2, word: 'slower' })
  })

  test('is the same where the change is much smaller than the grain', () => {
    expect(compare({ ...time, grain: 50 }, steady(3), steady(0)).word).toBe('same')
    expect(compare({ ...time, grain: 50 }, steady(30), steady(0)).word).toBe('slower')
  })
})

describe('a comparison', () => {
  test('gives the same interval for the same samples', () => {
    const rounds = simulate(randomFrom(7), { typical: 40, spread: 0.3 })
    expect(compare(time, ...rounds)).toEqual(compare(time, ...rounds))
  })

  test('refuses a figure that was not measured in every round', () => {
    expect(() => compare(time, [[[1]], [[]]], [[[1]], [[1]]])).toThrow('"a time" was not measured in every round')
  })
})

describe('the median', () => {
  test('of an even number of samples is the mean of the middle two', () => {
    expect(medianOf(Float64Array.of(4, 1, 3, 2))).toBe(2.5)
    expect(medianOf(Float64Array.of(3, 1, 2))).toBe(2)
  })

  test('of samples in steps moves with the share of samples in the middle step', () => {
    expect(medianOf(Float64Array.of(16, 16, 24, 24), 8)).toBe(20)
    expect(medianOf(Float64Array.of(16, 24, 24, 24), 8)).toBeCloseTo(22.67)
    expect(medianOf(Float64Array.of(24, 24, 24, 24), 8)).toBe(24)
  })
})
