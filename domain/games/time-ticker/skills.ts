import type { Item, SkillGroup } from '../practice.ts'
import { levels, type ClockLevel, type ClockLevelId } from './levels.ts'

const onNumbers = [':00', ':05', ':10', ':15', ':20', ':25', ':30', ':35', ':40', ':45', ':50', ':55'] as const
export type ClockItem = (typeof onNumbers)[number] | 'to the minute'

/** Returns the item that a time with these minutes practises. */
export const itemOf = (minutes: number): ClockItem => onNumbers[minutes / 5] ?? 'to the minute'

const isNewOn = (index: number) => (item: ClockItem) =>
  !levels.slice(0, index).some(({ minutes }) => minutes.some((minute) => itemOf(minute) === item))

/** The items that each level adds to the ones before. */
export const skills: readonly SkillGroup<ClockLevelId, ClockItem>[] = levels.map(({ id, minutes }, index) => ({
  id,
  items: [...new Set(minutes.map(itemOf))].filter(isNewOn(index)),
}))

/** Returns the level of an item, narrowed to the item's minutes. */
export function levelOf(item: Item): ClockLevel {
  const level = levels[skills.findIndex(({ items }) => items.some((each) => each === item))]
  if (level === undefined) throw new RangeError(`No clock practises ${item}`)
  return { ...level, minutes: level.minutes.filter((minute) => itemOf(minute) === item) }
}
