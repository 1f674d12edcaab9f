import type { Chance } from '../chance.ts'
import { afterAnswer, catalogueOf, roundOf, type Item, type Practice, type Round } from '../practice.ts'
import { levels, tableFor, tableOfOne, targetsOf, type Level, type SortObject, type SortTarget } from './levels.ts'
import { skills } from './skills.ts'

export type BubbleSort = {
  chance: Chance
  level: Level
  targets: readonly SortTarget[]
  /** The objects still to sort. */
  objects: readonly SortObject[]
  /** How many objects the level began with; each keeps its place, by its id, when others are sorted. */
  places: number
  score: number
  /** The drop whose mark is shown; meanwhile no other drop is accepted. */
  mark: { object: number; target: string; isRight: boolean } | undefined
  /** The objects that were dropped wrongly before. */
  missed: readonly number[]
  phase: 'sorting' | 'done' | 'over'
  /** The result of the last drop, if it was the object's first. */
  answer: { item: Item; isRight: boolean; isQuick: boolean } | undefined
  practice: Round | undefined
}

export type Move =
  /** `isQuick`: the child has not been thinking long. */
  | { type: 'drop'; object: number; target: string; isQuick: boolean }
  /** The time of the mark or the cheer has passed. */
  | { type: 'next' }

export function begin(seed: Chance, practice?: Practice): BubbleSort {
  const empty: BubbleSort = {
    chance: seed,
    level: 'color',
    targets: [],
    objects: [],
    places: 0,
    score: 0,
    mark: undefined,
    missed: [],
    phase: 'sorting',
    answer: undefined,
    practice: undefined,
  }
  if (practice === undefined) return startLevel(empty, 'color')
  return nextOfRound(empty, roundOf(catalogueOf(skills), practice, seed))
}

export function play(game: BubbleSort, move: Move): BubbleSort {
  return move.type === 'drop' ? drop(game, move) : next(game)
}

function drop(game: BubbleSort, { object: id, target, isQuick }: Move & { type: 'drop' }): BubbleSort {
  const object = game.objects.find((each) => each.id === id)
  const isTaken = game.phase === 'sorting' && game.mark === undefined
  if (!isTaken || object === undefined || game.targets.every((each) => each.id !== target)) return game
  const isRight = object.correctTarget === target
  const isFirst = !game.missed.includes(id)
  return {
    ...game,
    objects: isRight ? game.objects.filter((each) => each.id !== id) : game.objects,
    score: game.score + (isRight ? 1 : 0),
    mark: { object: id, target, isRight },
    missed: isRight || !isFirst ? game.missed : [...game.missed, id],
    answer: isFirst ? { item: object.correctTarget, isRight, isQuick: isRight && isQuick } : undefined,
  }
}

function next(game: BubbleSort): BubbleSort {
  const rested = { ...game, mark: undefined, answer: undefined }
  if (game.mark !== undefined) {
    if (game.objects.length > 0) return rested
    return game.practice === undefined ? { ...rested, phase: 'done' } : nextOfRound(rested, afterAnswer(game.practice, game.missed.length === 0))
  }
  if (game.phase !== 'done') return game
  const following = levels[levels.indexOf(game.level) + 1]
  return following === undefined ? { ...rested, phase: 'over' } : startLevel(rested, following)
}

function startLevel(game: BubbleSort, level: Level): BubbleSort {
  const [table, chance] = tableFor(level, game.chance)
  return { ...game, ...table, places: table.objects.length, chance, level, missed: [], phase: 'sorting' }
}

function nextOfRound(game: BubbleSort, round: Round): BubbleSort {
  const level = levels.find((each) => targetsOf[each].some(({ id }) => id === round.queue[0]))
  const target = level && targetsOf[level].find(({ id }) => id === round.queue[0])
  if (level === undefined || target === undefined) return { ...game, practice: round, phase: 'over' }
  const [table, chance] = tableOfOne(level, target, game.chance)
  return { ...game, ...table, places: table.objects.length, chance, level, missed: [], practice: round, phase: 'sorting' }
}
