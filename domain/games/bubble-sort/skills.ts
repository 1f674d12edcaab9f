import type { SkillGroup } from '../practice.ts'
import { levels, targetsOf, type SortLevelId, type TargetId } from './levels.ts'

/** The skills of Bubble Sort, easiest first. */
export const skills: readonly SkillGroup<SortLevelId, TargetId>[] = levels.map((level) => ({
  id: level,
  items: targetsOf[level].map(({ id }) => id),
}))
