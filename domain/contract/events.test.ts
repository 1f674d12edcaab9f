import { expect, test } from 'vitest'
import { aColumn, aQuest, uuid } from '#testing/builders.ts'
import { FamilyEvent } from './events.ts'

const isRead = (event: object) => FamilyEvent.safeParse(event).success

test('an entity has the revision of its event or an older one: a newer one would outlast every true change', () => {
  const saved = (version: number) => ({ type: 'quest.saved', revision: 7, quest: aQuest({ version }) })
  expect([6, 7, 8, Number.MAX_SAFE_INTEGER].map((version) => isRead(saved(version)))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(isRead({ type: 'column.saved', revision: 7, column: aColumn(1, { version: 8 }) })).toBe(false)
  const family = {
    id: uuid(1, 1),
    name: 'Berg',
    rewardMode: 'ask',
    practiceGems: 0,
    timeZone: 'UTC',
    weekStartsOn: 1,
    revision: 8,
  }
  expect([7, 8].map((revision) => isRead({ type: 'family.saved', revision, family }))).toEqual([false, true])
})

test('a revision is a whole number that JavaScript can count, an id is an id', () => {
  const deleted = (revision: unknown, questId: unknown = uuid(1, 1)) =>
    isRead({ type: 'quest.deleted', revision, questId })
  expect(deleted(7)).toBe(true)
  for (const revision of [-1, 1.5, 2 ** 53, '7']) expect(deleted(revision)).toBe(false)
  for (const questId of ['all', null]) expect(deleted(7, questId)).toBe(false)
})
