import { expect, test } from 'vitest'
import { rewardIcons } from '#domain/contract/rewards.ts'
import { de } from '#app/texts/de.ts'
import * as en from '#app/texts/en.ts'
import { es } from '#app/texts/es.ts'
import { offeredRewards } from './offered-rewards.ts'

test('a new family is offered twelve rewards with icons of the reward dialog, none above a full jar', () => {
  expect(offeredRewards).toHaveLength(12)
  for (const { icon, gemCost } of offeredRewards) {
    expect(rewardIcons).toContain(icon)
    expect(gemCost).toBeGreaterThan(0)
    expect(gemCost).toBeLessThanOrEqual(500)
  }
})

test.each([
  ['en', en],
  ['de', de],
  ['es', es],
] as const)('in %s each offered reward has a title of its own', (_, { welcome }) => {
  expect(Object.keys(welcome.rewards).toSorted()).toEqual(offeredRewards.map(({ name }) => name).toSorted())
  expect(new Set(offeredRewards.map(({ name }) => welcome.rewards[name])).size).toBe(12)
})
