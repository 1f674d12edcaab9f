import type { SkillGroup } from '../practice.ts'
import { levels, targetsOf, type Level } from './levels.ts'

const names: Record<Level, string> = { color: 'Colors', shape: 'Shapes', twoattribute: 'Colors and shapes together', conceptual: 'What belongs together' }

/** What Bubble Sort teaches, easiest first. */
export const skills: readonly SkillGroup[] = levels.map((level) => ({
  name: names[level],
  items: targetsOf[level].map(({ id, label }) => ({ item: id, name: label })),
}))
