import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Day } from '../contract/days.ts'
import { QuestId } from '../contract/ids.ts'
import { plusDays } from './days.ts'
import { popCount, popOf } from './pops.ts'

test('a quest pops in another way each day, and so do the quests of a day', () => {
  const day = Day.parse('2026-11-30')
  const quests = Array.from({ length: 200 }, () => QuestId.parse(randomUUID()))
  const [quest] = quests as [QuestId]
  const week = Array.from({ length: popCount }, (_, index) => popOf(quest, plusDays(day, index)))
  expect(new Set(week).size).toBe(popCount)
  expect(popOf(quest, day)).toBe(week[0])
  expect(new Set(quests.map((each) => popOf(each, day))).size).toBe(popCount)
})
