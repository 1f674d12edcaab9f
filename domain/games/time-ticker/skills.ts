import type { Item, SkillGroup } from '../practice.ts'
import { levels, type Level } from './levels.ts'

/** What reading or setting a time of these minutes practises. */
export const itemOf = (minutes: number): Item => (minutes % 5 === 0 ? `:${String(minutes).padStart(2, '0')}` : 'to the minute')

const names: Record<Item, string> = {
  ':00': 'On the hour',
  ':30': 'Half past',
  ':15': 'Quarter past',
  ':45': 'Quarter to',
  ':05': 'Five past',
  ':10': 'Ten past',
  ':20': 'Twenty past',
  ':25': 'Twenty-five past',
  ':35': 'Twenty-five to',
  ':40': 'Twenty to',
  ':50': 'Ten to',
  ':55': 'Five to',
  'to the minute': 'To the minute',
}

const isNewOn = (index: number) => (item: Item) => !levels.slice(0, index).some(({ minutes }) => minutes.some((minute) => itemOf(minute) === item))

/** What each level adds to the one before. */
export const skills: readonly SkillGroup[] = levels.map(({ name, minutes }, index) => ({
  name,
  items: [...new Set(minutes.map(itemOf))].filter(isNewOn(index)).map((item) => ({ item, name: names[item] ?? item })),
}))

/** The level an item belongs to, narrowed to that item's minutes. */
export function levelOf(item: Item): Level {
  const level = levels[skills.findIndex(({ items }) => items.some((each) => each.item === item))]
  if (level === undefined) throw new RangeError(`No clock practises ${item}`)
  return { ...level, minutes: level.minutes.filter((minute) => itemOf(minute) === item) }
}
