import { pick, shuffled, type Chance } from '../chance.ts'

export const levels = ['color', 'shape', 'twoattribute', 'conceptual'] as const
export type SortLevelId = (typeof levels)[number]

export const colors = ['blue', 'yellow', 'green', 'orange', 'pink'] as const
export type Color = (typeof colors)[number]

export const textures = ['stripes', 'checks', 'crosses', 'dots', 'waves'] as const
export type Texture = (typeof textures)[number]

/**
 * The textures of a color. Each texture is on two colors or more: one that named its color would sort the bubbles by
 * itself. Colors that share theirs differ in lightness as well, for those who see the hues alike.
 */
export const texturesOf: Record<Color, readonly [Texture, ...Texture[]]> = {
  blue: ['stripes', 'checks', 'crosses'],
  orange: ['checks', 'crosses', 'stripes'],
  pink: ['crosses', 'stripes', 'checks'],
  yellow: ['dots', 'waves'],
  green: ['waves', 'dots'],
}

export const shapes = ['circle', 'square', 'triangle', 'star', 'heart'] as const
export type Shape = (typeof shapes)[number]

/** Colors and shapes of the level with two attributes. */
const pairColors = ['blue', 'yellow', 'green', 'orange'] as const satisfies readonly Color[]
const pairShapes = ['circle', 'square', 'triangle', 'star'] as const satisfies readonly Shape[]
type PairColor = (typeof pairColors)[number]
type PairShape = (typeof pairShapes)[number]

const belongings = {
  animals: ['cat', 'dog', 'pig', 'fish', 'frog', 'fox', 'rabbit', 'snail'],
  fruit: ['apple', 'banana', 'pear', 'cherry', 'grapes'],
  clothes: ['hat', 'shoe', 'sock', 'shirt', 'mitten'],
  vehicles: ['car', 'bus', 'train', 'truck', 'tractor'],
  sky: ['sun', 'moon', 'star', 'cloud'],
} as const
type Category = keyof typeof belongings
export type Thing = (typeof belongings)[Category][number]

/** The picture in a bubble: a thing, or a shape in a color. */
export type Icon = { picture: Thing } | { shape: Shape; color: Color; texture: Texture }

/** A bubble to sort; targets accept it by its type. */
export type SortObject = { id: number; type: string; icon: Icon; correctTarget: string }

/** A target, and the types of bubbles that it accepts. */
export type SortTarget = { id: TargetId; accepts: readonly string[] }
export type TargetId = Color | Shape | `${PairColor}-${PairShape}` | Category

const category = (id: Category): SortTarget => ({ id, accepts: belongings[id] })
const plain = (id: Color | Shape): SortTarget => ({ id, accepts: [id] })
const pair = (color: PairColor, shape: PairShape): SortTarget => ({
  id: `${color}-${shape}`,
  accepts: [`${color}-${shape}`],
})

export const categories: readonly SortTarget[] = (['animals', 'fruit', 'clothes', 'vehicles', 'sky'] as const).map(
  category,
)

/** Every target a level can have. */
export const targetsOf: Record<SortLevelId, readonly SortTarget[]> = {
  color: colors.map(plain),
  shape: shapes.map(plain),
  twoattribute: pairColors.flatMap((color) => pairShapes.map((shape) => pair(color, shape))),
  conceptual: categories,
}

const targetsPerLevel = 4
const objectsPerTarget: Record<SortLevelId, number> = { color: 2, shape: 2, twoattribute: 2, conceptual: 3 }

export type Table = { targets: readonly SortTarget[]; objects: readonly SortObject[] }

/** Lays out a level: four targets, and bubbles for each of them in random order. */
export function layOutLevel(level: SortLevelId, chance: Chance): [Table, Chance] {
  const [targets, next] =
    level === 'twoattribute' ? twoByTwo(chance) : sample(targetsOf[level], targetsPerLevel, chance)
  let after = next
  const objects: Omit<SortObject, 'id'>[] = []
  for (const target of targets) {
    let some: Omit<SortObject, 'id'>[]
    ;[some, after] = objectsFor(level, target, objectsPerTarget[level], after)
    objects.push(...some)
  }
  const [mixed, last] = shuffled(after, objects)
  return [{ targets, objects: mixed.map((object, id) => ({ ...object, id })) }, last]
}

/** Lays out one bubble and its target among three others of the level. */
export function layOutTarget(level: SortLevelId, target: SortTarget, chance: Chance): [Table, Chance] {
  const [others, next] = sample(
    targetsOf[level].filter(({ id }) => id !== target.id),
    targetsPerLevel - 1,
    chance,
  )
  const [targets, after] = shuffled(next, [target, ...others])
  const [objects, last] = objectsFor(level, target, 1, after)
  return [{ targets, objects: objects.map((object, id) => ({ ...object, id })) }, last]
}

function sample<T>(all: readonly T[], count: number, chance: Chance): [T[], Chance] {
  const [mixed, next] = shuffled(chance, all)
  const chosen = new Set(mixed.slice(0, count))
  // In their fixed order, so that children learn the places.
  return [all.filter((each) => chosen.has(each)), next]
}

/** Two colors with two shapes each: neither of the two is enough to go by. */
function twoByTwo(chance: Chance): [SortTarget[], Chance] {
  const [someColors, next] = sample(pairColors, 2, chance)
  const [someShapes, after] = sample(pairShapes, 2, next)
  return [someColors.flatMap((color) => someShapes.map((shape) => pair(color, shape))), after]
}

function objectsFor(
  level: SortLevelId,
  target: SortTarget,
  count: number,
  chance: Chance,
): [Omit<SortObject, 'id'>[], Chance] {
  const [types, next] = shuffled(chance, target.accepts)
  let after = next
  const objects = Array.from({ length: count }, (_, index) => {
    const type = types[index % types.length] ?? target.id
    let icon: Icon
    ;[icon, after] = iconOf(level, type, after)
    return { type, icon, correctTarget: target.id }
  })
  return [objects, after]
}

/**
 * Chooses an attribute that does not count at random: a star may have any color, and a color any of its textures. On
 * the level of colors all are circles.
 */
function iconOf(level: SortLevelId, type: string, chance: Chance): [Icon, Chance] {
  if (level === 'conceptual') return [{ picture: type as Thing }, chance]
  const color = colors.find((each) => type.split('-').includes(each))
  const shape = shapes.find((each) => type.split('-').includes(each))
  const [drawn, next] = color === undefined ? pick(chance, colors) : [color, chance]
  const [texture, after] = pick(next, texturesOf[drawn])
  return [{ shape: shape ?? 'circle', color: drawn, texture }, after]
}
