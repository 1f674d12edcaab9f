import { expect, test } from 'vitest'
import { pick, nextFloat, nextInteger, shuffled } from './chance.ts'

test('the same seed gives the same row, another seed another one', () => {
  const row = (seed: number) => {
    let chance = seed
    return Array.from({ length: 20 }, () => {
      let part: number
      ;[part, chance] = nextFloat(chance)
      return part
    })
  }
  expect(row(7)).toEqual(row(7))
  expect(row(7)).not.toEqual(row(8))
  expect(row(2 ** 32 - 1).every((part) => part >= 0 && part < 1)).toBe(true)
})

test('every number comes about equally often, the ends too', () => {
  const times = [0, 0, 0, 0, 0, 0]
  let chance = 1
  for (let throws = 0; throws < 6000; throws++) {
    let eyes: number
    ;[eyes, chance] = nextInteger(chance, 1, 6)
    times[eyes - 1] = (times[eyes - 1] ?? 0) + 1
  }
  for (const count of times) expect(count).toBeGreaterThan(850)
  expect(times.reduce((sum, count) => sum + count)).toBe(6000)
})

test('a shuffled list has every thing once, in every place by and by, and the list given stays', () => {
  const list = ['a', 'b', 'c', 'd'] as const
  const firsts = new Set<string>()
  for (let seed = 0; seed < 50; seed++) {
    const [mixed] = shuffled(seed, list)
    expect(mixed.toSorted()).toEqual(list)
    firsts.add(mixed[0] ?? '')
  }
  expect(firsts.size).toBe(4)
  expect(list).toEqual(['a', 'b', 'c', 'd'])
})

test('a pick is one of the list, and of nothing there is none', () => {
  expect(pick(3, ['only'])[0]).toBe('only')
  expect(() => pick(3, [])).toThrow(RangeError)
})
