import { expect, test } from 'vitest'
import { questIcons } from '#domain/contract/quests.ts'
import { de } from '#app/texts/de.ts'
import * as en from '#app/texts/en.ts'
import { es } from '#app/texts/es.ts'
import { offeredQuests } from './offered-quests.ts'

const offered = Object.values(offeredQuests).flat()

test('a new family is offered twenty quests with icons of the quest creator, for few gems', () => {
  expect(offered).toHaveLength(20)
  for (const { icon, gemValue } of offered) {
    expect(questIcons).toContain(icon)
    expect(gemValue).toBeGreaterThan(0)
    expect(gemValue).toBeLessThanOrEqual(50)
  }
})

test.each([
  ['en', en],
  ['de', de],
  ['es', es],
] as const)('in %s each offered quest has a title of its own', (_, { welcome }) => {
  expect(Object.keys(welcome.quests).toSorted()).toEqual(offered.map(({ name }) => name).toSorted())
  expect(new Set(offered.map(({ name }) => welcome.quests[name])).size).toBe(20)
})
