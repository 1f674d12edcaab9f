import type { Day } from '../contract/days.ts'
import { shuffled, type Chance } from './chance.ts'

/** The name, given by its game, of something to practise: a letter, a time, a word, a sum, a shape. */
export type Item = string

/**
 * A child's progress with an item: box 1 is just met or just missed, box 5 is sure. From its due day on it is asked
 * again.
 */
export type KnownItem = { item: Item; box: number; dueOn: Day }

/** The input of a round of practice: the items a child knows, and today. */
export type Practice = { known: readonly KnownItem[]; today: Day }

/** A group of items in the overview for parents, easiest first. */
export type SkillGroup<Id extends string = string, Taught extends Item = Item> = { id: Id; items: readonly Taught[] }

/** Returns all items that a game can ask, easiest first. */
export const catalogueOf = (skills: readonly SkillGroup[]): Item[] => skills.flatMap(({ items }) => items)

export type Skill = 'new' | 'growing' | 'sure'

export function skillOf(known: KnownItem | undefined): Skill {
  if (known === undefined) return 'new'
  return known.box >= sureBox ? 'sure' : 'growing'
}

/** A round of practice: about five minutes, and never much longer. */
export type Round = {
  /** The items still to ask, the next one first; empty when the round is over. */
  queue: readonly Item[]
  answered: number
  /** How many of the answers were right at the first try. */
  right: number
  missesInARow: number
  /** How often each item was missed in this round. */
  missed: Readonly<Record<Item, number>>
  /** All items of the game, the easiest for this child first. */
  easiest: readonly Item[]
}

const sureBox = 4
const length = 8
const mostAnswers = 16
/** As many new items as a child remembers of one sitting; fewer as soon as it knows enough for a round. */
const mostNew = 4
const fewNew = 2
/** How many other items come before a missed one is asked again, and how often that may happen. */
const gap = 2
const mostRepeats = 2

/**
 * Returns a round of practice: due items, weakest first, then some new ones, then those not due yet, weakest first.
 * `catalogue` has all items of the game, easiest first; others are left out.
 */
export function roundOf(catalogue: readonly Item[], { known, today }: Practice, chance: Chance): Round {
  const knownOf = new Map(known.map((each) => [each.item, each]))
  const [mixed] = shuffled(chance, catalogue)
  const met = mixed
    .flatMap((item) => knownOf.get(item) ?? [])
    .toSorted((one, other) => one.box - other.box || (one.dueOn < other.dueOn ? -1 : 1))
  const due = met.filter(({ dueOn }) => dueOn <= today).map(({ item }) => item)
  const later = met.filter(({ dueOn }) => dueOn > today).map(({ item }) => item)
  const fresh = catalogue
    .filter((item) => !knownOf.has(item))
    .slice(0, met.length >= length - fewNew ? fewNew : mostNew)
  const asked = [...due.slice(0, length), ...fresh, ...later].slice(0, length)
  // With too few items for a round, the same ones are asked twice.
  const again = asked.slice(0, Math.max(0, length - asked.length))
  const boxOf = (item: Item) => knownOf.get(item)?.box ?? 0
  return {
    queue: [...asked, ...again],
    answered: 0,
    right: 0,
    missesInARow: 0,
    missed: {},
    easiest: catalogue.toSorted((one, other) => boxOf(other) - boxOf(one)),
  }
}

/** Whether at least half of the answers were right at the first try: such a round is praised, and may earn gems. */
export const isHalfRight = ({ right, answered }: Round): boolean => answered > 0 && right * 2 >= answered

/**
 * Returns the round after an answer. A missed item is asked again; after two misses in a row the easiest item comes
 * next.
 */
export function afterAnswer(round: Round, isRight: boolean): Round {
  const [answered, ...rest] = round.queue
  if (answered === undefined) throw new RangeError('The round is over')
  const next = {
    ...round,
    queue: rest,
    answered: round.answered + 1,
    right: round.right + (isRight ? 1 : 0),
    missesInARow: isRight ? 0 : round.missesInARow + 1,
  }
  if (next.answered >= mostAnswers) return { ...next, queue: [] }
  if (isRight) return next
  const misses = (round.missed[answered] ?? 0) + 1
  const queue = misses > mostRepeats || rest.indexOf(answered) > 0 ? rest : rest.toSpliced(gap, 0, answered)
  const missed = { ...round.missed, [answered]: misses }
  if (next.missesInARow < 2) return { ...next, queue, missed }
  const easy = round.easiest.find((item) => item !== answered && missed[item] === undefined)
  return {
    ...next,
    queue: easy === undefined ? queue : [easy, ...queue.filter((item) => item !== easy)],
    missed,
    missesInARow: 0,
  }
}
