import type { SkillGroup } from '../practice.ts'
import { levels, targetsOf, type Level, type TargetId } from './levels.ts'

/** The skills of Bubble Sort, easiest first. */
export const skills: readonly SkillGroup<Level, TargetId>[] = levels.map((level) => ({ id: level, items: targetsOf[level].map(({ id }) => id) }))
