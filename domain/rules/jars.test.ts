import { expect, test } from 'vitest'
import { Day } from '../contract/days.ts'
import { jarsByMonth } from './jars.ts'

test('a jar stands for each 500 gems ever earned, in the month that filled it', () => {
  const jarsOf = (...gems: number[]) =>
    jarsByMonth(gems.map((of, index) => ({ month: Day.parse(`2026-0${index + 1}-01`), gems: of }))).map(
      ({ month, jars }) => [month.slice(0, 7), jars],
    )
  expect(jarsOf()).toEqual([])
  expect(jarsOf(499)).toEqual([])
  expect(jarsOf(499, 1, 499)).toEqual([['2026-02', 1]])
  expect(jarsOf(300, 1700, 10)).toEqual([['2026-02', 4]])
  // What is undone later empties no earlier jar, unless too few gems are left for it.
  expect(jarsOf(700, -200)).toEqual([['2026-01', 1]])
  expect(jarsOf(700, 800, -1, 1)).toEqual([
    ['2026-01', 1],
    ['2026-02', 1],
    ['2026-04', 1],
  ])
  expect(jarsOf(700, -201, 1)).toEqual([['2026-03', 1]])
})
