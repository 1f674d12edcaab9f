import type { GameId } from '#domain/games/games.ts'
import { factsOfItem, formatFact } from '#domain/games/math-splash/facts.ts'
import type { Item, SkillGroup } from '#domain/games/practice.ts'
import { skillsOf } from '#domain/games/skills.ts'
import { alphabetBubbls } from '#texts/alphabetBubbls'
import { bubbleSort } from '#texts/bubbleSort'
import { mathSplash } from '#texts/mathSplash'
import { timeTicker } from '#texts/timeTicker'
import { wordPop } from '#texts/wordPop'

/** A group of skills and its items, with names for parents. */
export type NamedSkills = { name: string; items: readonly { item: Item; name: string }[] }

/** The skills that a game teaches, easiest first. */
export function namedSkillsOf(game: GameId): readonly NamedSkills[] {
  switch (game) {
    case 'alphabet-bubbls':
      return named(skillsOf[game], alphabetBubbls.skills, (letter) => letter)
    case 'time-ticker':
      return named(skillsOf[game], timeTicker.levels, (item) => timeTicker.items[item])
    case 'bubble-sort':
      return named(skillsOf[game], bubbleSort.skills, (item) => bubbleSort.places[item])
    case 'word-pop':
      return named(skillsOf[game], wordPop.skills, (word) => word)
    case 'math-splash':
      return named(skillsOf[game], mathSplash.skills, sumInWords)
  }
}

function named<Id extends string, Taught extends Item>(
  groups: readonly SkillGroup<Id, Taught>[],
  names: Readonly<Record<Id, string>>,
  nameOf: (item: Taught) => string,
): NamedSkills[] {
  return groups.map(({ id, items }) => ({
    name: names[id],
    items: items.map((item) => ({ item, name: nameOf(item) })),
  }))
}

function sumInWords(item: Item): string {
  const bigSums: Partial<Record<Item, string>> = mathSplash.bigSums
  const [fact] = factsOfItem(item).facts
  return bigSums[item] ?? (fact === undefined ? item : formatFact(fact))
}
