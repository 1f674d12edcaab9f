import { expect, test } from 'vitest'
import { gemsToGoal, jarOf } from './jar.ts'

test.each([
  [0, 0, 0],
  [9, 0.018, 0],
  [10, 0.02, 1],
  [99, 0.198, 9],
  [100, 0.2, 10],
  [250, 0.5, 10],
  [500, 1, 10],
  [12_000, 1, 10],
])('%i gems fill the jar to %f and show %i of them', (balance, fill, icons) => expect(jarOf(balance)).toEqual({ fill, icons }))

test.each([
  [0, 500],
  [45, 455],
  [500, 0],
  [600, 0],
])('%i gems are %i short of the goal', (balance, missing) => expect(gemsToGoal(balance)).toBe(missing))
