import type { SkillGroup } from '../practice.ts'
import { itemOf, kinds, namedFacts, type Fact } from './facts.ts'

const wordsOf = ({ first, second, kind }: Fact) => `${first} ${kind === 'add' ? '+' : '−'} ${second}`
const groupNames = ['Adding with frogs, to 8', 'More adding, to 12', 'Taking away fish, from 4 to 8', 'More taking away, to 10'] as const

/** What each level adds to the ones before, the smallest numbers first. */
export const skills: readonly SkillGroup[] = [
  ...namedFacts.map((facts, index) => ({
    name: groupNames[index] ?? '',
    items: [...facts.values()]
      .filter((fact) => !namedFacts.slice(0, index).some((before) => before.has(itemOf(fact))))
      .toSorted((one, other) => one.first + one.second - other.first - other.second || one.first - other.first)
      .map((fact) => ({ item: itemOf(fact), name: wordsOf(fact) })),
  })),
  { name: 'Big numbers', items: kinds.map(({ item, name }) => ({ item, name })) },
]
