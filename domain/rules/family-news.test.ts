import { expect, test } from 'vitest'
import { Day } from '../contract/days.ts'
import { FamilyEvent } from '../contract/events.ts'
import { MemberId, QuestId } from '../contract/ids.ts'
import type { QuestCompletion } from '../contract/completions.ts'
import type { Quest } from '../contract/quests.ts'
import { aColumn, aQuest, aRead, uuid } from '#testing/builders.ts'
import { mainNews, newsBetween } from './family-news.ts'
import { applyEvent, emptyFamilyState, withArchived, withRead, type FamilyState } from './family-state.ts'

const mia = MemberId.parse(uuid(3, 1))
const max = MemberId.parse(uuid(3, 2))
const questId = (number: number) => QuestId.parse(uuid(1, number))
const quest = (number: number, version: number, more: object = {}) =>
  aQuest({ id: questId(number), title: `Quest ${number}`, version, assigneeIds: [mia], ...more })
const saved = (number: number, version: number, more: object = {}): FamilyEvent =>
  FamilyEvent.parse({ type: 'quest.saved', revision: version, quest: quest(number, version, more) })
const completion = (type: 'saved' | 'deleted', number: number, revision: number, by = mia): FamilyEvent =>
  FamilyEvent.parse({
    type: `completion.${type}`,
    revision,
    completion: { questId: questId(number), memberId: by, completedDate: '2026-11-21' },
  })
const done = aColumn(4).id

/** The state after a read of these quests and completions. */
const read = (
  state: FamilyState,
  revision: number,
  quests: Quest[],
  completions: QuestCompletion[] = [],
  day = '2026-11-20',
) =>
  withRead(
    state,
    aRead(revision, { quests, completions, days: { startDate: Day.parse(day), endDate: Day.parse('2026-11-22') } }),
    null,
  )
const board = read(emptyFamilyState, 5, [quest(1, 1), quest(2, 2)])
const newsOf = (events: readonly FamilyEvent[], of?: MemberId, state = board) =>
  newsBetween(state, events.reduce(applyEvent, state), of).map(({ kind, quest: { title }, memberId }) =>
    [kind, title, memberId].filter((part) => part !== undefined),
  )

test('a quest that was added, moved, edited or deleted is news', () => {
  expect(newsOf([saved(3, 6)])).toEqual([['added', 'Quest 3']])
  expect(newsOf([saved(1, 6, { columnId: done })])).toEqual([['moved', 'Quest 1']])
  expect(newsOf([saved(1, 6, { title: 'Dishes' })])).toEqual([['edited', 'Dishes']])
  expect(newsOf([FamilyEvent.parse({ type: 'quest.deleted', revision: 6, questId: questId(1) })])).toEqual([
    ['gone', 'Quest 1'],
  ])
})

test('a new version without a change is no news', () => {
  expect(newsOf([saved(1, 6)])).toEqual([])
})

test('a finished quest is news about the member, not about its move', () => {
  const finished = [completion('saved', 1, 6), saved(1, 7, { columnId: done })]
  expect(newsOf(finished)).toEqual([['finished', 'Quest 1', mia]])
  const both = [completion('saved', 1, 6), completion('saved', 1, 7, max)]
  expect(newsOf(both)).toEqual([
    ['finished', 'Quest 1', mia],
    ['finished', 'Quest 1', max],
  ])
  const after = finished.reduce(applyEvent, board)
  expect(newsOf([completion('deleted', 1, 8), saved(1, 9)], undefined, after)).toEqual([['reopened', 'Quest 1']])
})

test('news that arrive apart are gathered by their importance', () => {
  const [first, second] = [saved(1, 6, { columnId: done }), completion('saved', 1, 7)]
  const moved = newsBetween(board, applyEvent(board, first))
  const finished = newsBetween(applyEvent(board, first), [first, second].reduce(applyEvent, board))
  expect(mainNews([...moved, ...finished]).map(({ kind }) => kind)).toEqual(['finished'])
})

test('a child hears of their own quests alone, also of one that becomes or stops being theirs', () => {
  expect(newsOf([saved(1, 6, { columnId: done })], max)).toEqual([])
  expect(newsOf([saved(1, 6, { assigneeIds: [max] })], max)).toEqual([['added', 'Quest 1']])
  expect(newsOf([saved(1, 6, { assigneeIds: [max] })], mia)).toEqual([['gone', 'Quest 1']])
})

test('what is read for the first time is no news, and what others did in the meantime is', () => {
  expect(newsBetween(emptyFamilyState, board)).toEqual([])
  expect(newsBetween(board, withArchived(board, [quest(9, 3)]))).toEqual([])
  const later = read(board, 7, [quest(1, 6, { columnId: done }), quest(7, 7)])
  expect(newsBetween(board, later).map(({ kind, quest: { title } }) => [kind, title])).toEqual([
    ['moved', 'Quest 1'],
    ['added', 'Quest 7'],
    ['gone', 'Quest 2'],
  ])
  const event = completion('saved', 1, 6)
  const dones = event.type === 'completion.saved' ? [event.completion] : []
  const quests = [...board.quests]
  // Of days that were not read before.
  const [short, known] = [read(emptyFamilyState, 5, quests, [], '2026-11-22'), board]
  expect(newsBetween(short, read(short, 6, quests, dones))).toEqual([])
  expect(newsBetween(known, read(known, 6, quests, dones)).map(({ kind }) => kind)).toEqual(['finished'])
})

test('a quest that was finished long ago and is not read any more is not gone', () => {
  const state = read(emptyFamilyState, 5, [quest(1, 1, { finishedAt: '2026-10-01T08:00:00Z' })])
  expect(newsBetween(state, read(state, 6, []))).toEqual([])
})
