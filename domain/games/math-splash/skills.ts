import type { SkillGroup } from '../practice.ts'
import { itemOf, kinds, namedFacts } from './facts.ts'

const groupIds = ['frogs', 'moreAdding', 'fish', 'moreTakingAway'] as const

/** The items that each level adds to the ones before, smallest numbers first. */
export const skills: readonly SkillGroup<(typeof groupIds)[number] | 'bigNumbers'>[] = [
  ...groupIds.map((id, index) => ({
    id,
    items: [...(namedFacts[index]?.values() ?? [])]
      .filter((fact) => !namedFacts.slice(0, index).some((before) => before.has(itemOf(fact))))
      .toSorted((one, other) => one.first + one.second - other.first - other.second || one.first - other.first)
      .map(itemOf),
  })),
  { id: 'bigNumbers', items: kinds.map(({ item }) => item) },
]
