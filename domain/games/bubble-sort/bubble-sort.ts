import type { Chance } from '../chance.ts'
import type { Game, GameState, Next } from '../game.ts'
import { afterAnswer, catalogueOf, roundOf, type Practice, type Round } from '../practice.ts'
import {
  levels,
  layOutLevel,
  layOutTarget,
  targetsOf,
  type SortLevelId,
  type SortObject,
  type SortTarget,
} from './levels.ts'
import { skills } from './skills.ts'

export type BubbleSort = GameState & {
  chance: Chance
  levelId: SortLevelId
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
}

export type BubbleSortMove =
  /** `isQuick`: the child has not been thinking long. */
  { type: 'drop'; object: number; target: string; isQuick: boolean } | Next

function start(seed: Chance, practice?: Practice): BubbleSort {
  const empty: BubbleSort = {
    chance: seed,
    levelId: 'color',
    targets: [],
    objects: [],
    places: 0,
    score: 0,
    mark: undefined,
    missed: [],
    phase: 'sorting',
    answered: undefined,
    round: undefined,
  }
  if (practice === undefined) return startLevel(empty, 'color')
  return nextOfRound(empty, roundOf(catalogueOf(skills), practice, seed))
}

function play(state: BubbleSort, move: BubbleSortMove): BubbleSort {
  return move.type === 'drop' ? drop(state, move) : next(state)
}

function drop(state: BubbleSort, { object: id, target, isQuick }: BubbleSortMove & { type: 'drop' }): BubbleSort {
  const object = state.objects.find((each) => each.id === id)
  const isAccepted = state.phase === 'sorting' && state.mark === undefined
  if (!isAccepted || object === undefined || state.targets.every((each) => each.id !== target)) return state
  const isRight = object.correctTarget === target
  const isFirst = !state.missed.includes(id)
  return {
    ...state,
    objects: isRight ? state.objects.filter((each) => each.id !== id) : state.objects,
    score: state.score + (isRight ? 1 : 0),
    mark: { object: id, target, isRight },
    missed: isRight || !isFirst ? state.missed : [...state.missed, id],
    answered: isFirst ? { item: object.correctTarget, isRight, isQuick: isRight && isQuick } : undefined,
  }
}

function next(state: BubbleSort): BubbleSort {
  const unmarked = { ...state, mark: undefined, answered: undefined }
  if (state.mark !== undefined) {
    if (state.objects.length > 0) return unmarked
    return state.round === undefined
      ? { ...unmarked, phase: 'done' }
      : nextOfRound(unmarked, afterAnswer(state.round, state.missed.length === 0))
  }
  if (state.phase !== 'done') return state
  const following = levels[levels.indexOf(state.levelId) + 1]
  return following === undefined ? { ...unmarked, phase: 'over' } : startLevel(unmarked, following)
}

function startLevel(state: BubbleSort, levelId: SortLevelId): BubbleSort {
  const [table, chance] = layOutLevel(levelId, state.chance)
  return { ...state, ...table, places: table.objects.length, chance, levelId, missed: [], phase: 'sorting' }
}

function nextOfRound(state: BubbleSort, round: Round): BubbleSort {
  const levelId = levels.find((each) => targetsOf[each].some(({ id }) => id === round.queue[0]))
  const target = levelId && targetsOf[levelId].find(({ id }) => id === round.queue[0])
  if (levelId === undefined || target === undefined) return { ...state, round, phase: 'over' }
  const [table, chance] = layOutTarget(levelId, target, state.chance)
  return { ...state, ...table, places: table.objects.length, chance, levelId, missed: [], round, phase: 'sorting' }
}

export const bubbleSort: Game<BubbleSort, BubbleSortMove> = { start, play, isOver: ({ phase }) => phase === 'over' }
