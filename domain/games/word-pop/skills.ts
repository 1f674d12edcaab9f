import type { SkillGroup } from '../practice.ts'
import { words } from './words.ts'

const group = (name: string, level: number): SkillGroup => ({
  name,
  items: words.filter((each) => each.level === level).map(({ word }) => ({ item: word, name: word })),
})

/** What Word Pop teaches, easiest first. */
export const skills: readonly SkillGroup[] = [group('Short words', 1), group('Words of four letters', 2), group('Long words', 3)]
