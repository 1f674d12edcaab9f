import { expect, test } from 'vitest'
import { Day } from '../../contract/days.ts'
import { bubbleSort, type BubbleSort } from './bubble-sort.ts'
import { categories, colors, levels, layOutLevel, layOutTarget, targetsOf, textures } from './levels.ts'
import { skills } from './skills.ts'

const { start, play, isOver } = bubbleSort
const today = Day.parse('2026-03-10')

const drop = (game: BubbleSort, object: number, target: string, isQuick = true) =>
  play(game, { type: 'drop', object, target, isQuick })
const next = (game: BubbleSort) => play(game, { type: 'next' })
const first = ({ objects: [object] }: BubbleSort) => {
  if (object === undefined) throw new Error('Everything is sorted')
  return object
}
const dropRight = (game: BubbleSort) => drop(game, first(game).id, first(game).correctTarget)
const dropWrong = (game: BubbleSort, { id, correctTarget } = first(game)) =>
  drop(game, id, game.targets.find((target) => target.id !== correctTarget)?.id ?? '')

test('a whole game: four levels in their order, a point for each bubble, and then it is over', () => {
  let game = start(1)
  let sorted = 0
  for (const [level, count] of [
    ['color', 8],
    ['shape', 8],
    ['twoattribute', 8],
    ['conceptual', 12],
  ] as const) {
    expect(game).toMatchObject({ levelId: level, phase: 'sorting' })
    expect(game.targets).toHaveLength(4)
    expect(game.objects).toHaveLength(count)
    for (let left = count; left > 0; left--) {
      game = dropRight(game)
      expect(game).toMatchObject({ score: ++sorted, mark: { isRight: true } })
      expect(game.objects).toHaveLength(left - 1)
      game = next(game)
      expect(game.mark).toBeUndefined()
    }
    expect(game.phase).toBe('done')
    game = next(game)
  }
  expect(game).toMatchObject({ score: 36 })
  expect(isOver(game)).toBe(true)
  expect(next(game)).toBe(game)
})

test('no texture names a color: each is on two colors or more, and each color has more than one', () => {
  const seen = new Set<string>()
  for (let seed = 0; seed < 200; seed++)
    for (const level of levels)
      for (const { icon } of layOutLevel(level, seed)[0].objects)
        if ('texture' in icon) seen.add(`${icon.color} ${icon.texture}`)
  const count = (name: string) => [...seen].filter((pair) => pair.split(' ').includes(name)).length
  expect([...textures, ...colors].filter((name) => count(name) < 2)).toEqual([])
})

test('a wrong drop shows its mark, keeps the bubble and gives no point; the next try of it is no first one', () => {
  const game = start(2)
  const object = first(game)
  const wrong = dropWrong(game)
  expect(wrong).toMatchObject({
    score: 0,
    mark: { object: object.id, isRight: false },
    answered: { item: object.correctTarget, isRight: false, isQuick: false },
  })
  expect(wrong.objects).toEqual(game.objects)
  const again = dropWrong(next(wrong))
  expect(again.answered).toBeUndefined()
  const right = dropRight(next(again))
  expect(right).toMatchObject({ score: 1, mark: { isRight: true }, answered: undefined })
})

test('while a mark is shown nothing is taken, and what is not there cannot be dropped', () => {
  const game = start(3)
  const wrong = dropWrong(game)
  expect(dropRight(wrong)).toBe(wrong)
  expect(drop(game, 99, 'blue')).toBe(game)
  expect(drop(game, 0, 'nowhere')).toBe(game)
  expect(next(game)).toBe(game)
})

test('the first try of a bubble is its answer, quick or not', () => {
  const game = start(4)
  const { id, correctTarget } = first(game)
  expect(drop(game, id, correctTarget, true).answered).toEqual({ item: correctTarget, isRight: true, isQuick: true })
  expect(drop(game, id, correctTarget, false).answered).toEqual({ item: correctTarget, isRight: true, isQuick: false })
  expect(next(drop(game, id, correctTarget)).answered).toBeUndefined()
})

test('10,000 tables: each bubble belongs to one target alone, and each target gets its share', () => {
  // Throws at the first wrong one instead of asserting each, because 10,000 assertions take longer than 10,000 tables.
  let tables = 0
  for (let seed = 0; tables < 10_000; seed++) {
    for (const level of levels) {
      const [{ targets, objects }] = layOutLevel(level, seed)
      tables++
      if (new Set(targets.map(({ id }) => id)).size !== 4) throw new Error(`Not four targets of ${level}, seed ${seed}`)
      if (objects.some(({ id }, index) => id !== index))
        throw new Error(`The bubbles of ${level}, seed ${seed}, are not numbered in order`)
      for (const { type, icon, correctTarget } of objects) {
        const fitting = targets.filter(({ accepts }) => accepts.includes(type))
        if (fitting.length !== 1 || fitting[0]?.id !== correctTarget)
          throw new Error(`${type} fits ${fitting.length} targets of ${level}, seed ${seed}`)
        if ('shape' in icon && level !== 'color' && !correctTarget.includes(icon.shape))
          throw new Error(`${icon.shape} as ${correctTarget}`)
        if ('color' in icon && level !== 'shape' && !correctTarget.includes(icon.color))
          throw new Error(`${icon.color} as ${correctTarget}`)
      }
      const shares = targets.map(({ id }) => objects.filter(({ correctTarget }) => correctTarget === id).length)
      if (new Set(shares).size !== 1) throw new Error(`Targets of ${level}, seed ${seed}, get ${shares.join(', ')}`)
    }
  }
  expect(tables).toBe(10_000)
})

test('two attributes are two colors with two shapes each, so neither is enough', () => {
  for (let seed = 0; seed < 200; seed++) {
    const ids = layOutLevel('twoattribute', seed)[0].targets.map(({ id }) => id.split('-'))
    expect(new Set(ids.map(([color]) => color)).size).toBe(2)
    expect(new Set(ids.map(([, shape]) => shape)).size).toBe(2)
  }
})

test('nothing belongs to two categories', () => {
  const things = categories.flatMap(({ accepts }) => accepts)
  expect(new Set(things).size).toBe(things.length)
})

test('a round of practice asks one bubble at a time among four targets, a missed one again, and ends', () => {
  let game = start(5, { known: [{ item: 'animals', box: 1, dueOn: today }], today })
  const asked: string[] = []
  while (!isOver(game)) {
    expect(game.objects).toHaveLength(1)
    expect(game.targets).toHaveLength(4)
    expect(game.targets.filter(({ id }) => id === first(game).correctTarget)).toHaveLength(1)
    asked.push(first(game).correctTarget)
    if (asked.length === 1) game = next(dropWrong(game))
    game = next(dropRight(game))
  }
  expect(asked[0]).toBe('animals')
  expect(game.round?.missed).toEqual({ animals: 1 })
  expect(asked.filter((item) => item === 'animals').length).toBeGreaterThan(1)
  expect(asked.length).toBeLessThanOrEqual(16)
})

test('every skill can be practised', () => {
  const items = skills.flatMap(({ items }) => items)
  expect(items).toHaveLength(5 + 5 + 16 + 5)
  expect(new Set(items).size).toBe(items.length)
  for (const level of levels) {
    for (const target of targetsOf[level])
      expect(layOutTarget(level, target, 1)[0].objects[0]?.correctTarget).toBe(target.id)
  }
})
