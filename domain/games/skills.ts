import type { GameId } from './games.ts'
import { catalogueOf, type Item, type SkillGroup } from './practice.ts'
import { skills as alphabetBubbls } from './alphabet-bubbls/skills.ts'
import { skills as bubbleSort } from './bubble-sort/skills.ts'
import { skills as mathSplash } from './math-splash/skills.ts'
import { skills as timeTicker } from './time-ticker/skills.ts'
import { skills as wordPop } from './word-pop/skills.ts'

/** The skills of each game, easiest first. */
export const skillsOf = {
  'alphabet-bubbls': alphabetBubbls,
  'time-ticker': timeTicker,
  'bubble-sort': bubbleSort,
  'word-pop': wordPop,
  'math-splash': mathSplash,
}

/** Whether a game asks for an item. */
export const isAsked = (game: GameId, item: Item): boolean =>
  catalogueOf(skillsOf[game] satisfies readonly SkillGroup[]).includes(item)
