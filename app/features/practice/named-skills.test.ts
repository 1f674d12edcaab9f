import { expect, test } from 'vitest'
import { gameIds } from '#domain/games/games.ts'
import { namedSkillsOf } from './named-skills.ts'

const groupsOf = (game: (typeof gameIds)[number]) => namedSkillsOf(game).map(({ name }) => name)
const itemsOf = (game: (typeof gameIds)[number]) => namedSkillsOf(game).flatMap(({ items }) => items)

test('each skill of a game has a name of its own', () => {
  for (const game of gameIds) {
    const names = itemsOf(game).map(({ name }) => name)
    expect(names.every((name) => name !== '')).toBe(true)
    expect(new Set(names).size).toBe(names.length)
  }
})

test('parents read the skills in their own language', () => {
  expect(groupsOf('alphabet-bubbls')).toEqual(['Capital letters', 'Small letters'])
  expect(groupsOf('time-ticker')).toEqual(["O'Clock Fun", 'Half-Past', 'Quarter Hours', 'Skip Count', 'Time Master'])
  expect(groupsOf('word-pop')).toEqual(['Short words', 'Words of four letters', 'Long words'])
  expect(itemsOf('time-ticker')).toContainEqual({ item: ':35', name: 'Twenty-five to' })
  expect(itemsOf('bubble-sort')).toContainEqual({ item: 'yellow-star', name: 'Yellow star' })
  expect(itemsOf('math-splash').slice(0, 3)).toEqual([
    { item: '1+1', name: '1 + 1' },
    { item: '1+2', name: '1 + 2' },
    { item: '2+1', name: '2 + 1' },
  ])
  expect(itemsOf('math-splash')).toContainEqual({ item: '8-5', name: '8 − 5' })
  expect(itemsOf('math-splash').at(-1)).toEqual({ item: 'missing number', name: 'Finding the missing number' })
})
