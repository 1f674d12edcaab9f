import type { SkillGroup } from '../practice.ts'
import { words, type BankWord } from './words.ts'

const groupOf = <Id extends string>(id: Id, level: BankWord['level']) => ({
  id,
  items: words.filter((each) => each.level === level).map(({ word }) => word),
})

/** The skills of Word Pop, easiest first. */
export const skills: readonly SkillGroup<'short' | 'middle' | 'long'>[] = [
  groupOf('short', 1),
  groupOf('middle', 2),
  groupOf('long', 3),
]
