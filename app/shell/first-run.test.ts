import { expect, test } from 'vitest'
import { firstRunProgress, type FirstRunState } from './first-run.ts'

const complete: FirstRunState = {
  acting: { hasPin: true },
  members: [{ role: 'parent' }, { role: 'kid' }],
  quests: ['Dishes'],
  rewards: ['Ice cream'],
  devices: [{ isPaired: false }, { isPaired: true }],
}
const nothing: FirstRunState = {
  acting: { hasPin: false },
  members: [{ role: 'parent' }],
  quests: [],
  rewards: [],
  devices: [{ isPaired: false }],
}

test('nothing is next in a family that has all', () => {
  expect(firstRunProgress(complete)).toEqual({ next: undefined, done: 5 })
})

test.each([
  ['family', { members: nothing.members }],
  ['quests', { quests: [] }],
  ['reward', { rewards: [] }],
  ['pin', { acting: nothing.acting }],
  ['tablet', { devices: nothing.devices }],
] as const)('%s is next in a family that lacks only that', (step, missing) => {
  expect(firstRunProgress({ ...complete, ...missing })).toEqual({ next: step, done: 4 })
})

test('the first missing step is next, in the order of the questions', () => {
  expect(firstRunProgress(nothing)).toEqual({ next: 'family', done: 0 })
  expect(firstRunProgress({ ...nothing, members: complete.members }).next).toBe('quests')
})
