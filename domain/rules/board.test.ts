import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FamilyEvent } from '../contract/events.ts'
import { QuestId } from '../contract/ids.ts'
import { applyEvent, emptyBoard, guess, isGap, takeBack } from './board.ts'
import type { Board } from './board.ts'

const uuid = (kind: number, number: number) => `0000000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`
const questId = (number: number) => QuestId.parse(uuid(1, number))

function questSaved(number: number, revision: number, more: Record<string, unknown> = {}): FamilyEvent {
  const quest = {
    id: questId(number),
    title: `Quest ${number} at ${revision}`,
    description: '',
    icon: '🧹',
    gemValue: 5,
    assigneeIds: [uuid(3, 1)],
    columnId: uuid(2, 1),
    recurring: 'once',
    targetTime: null,
    createdAt: '2026-11-21T07:00:00Z',
    version: revision,
    ...more,
  }
  return FamilyEvent.parse({ type: 'quest.saved', revision, quest })
}
const columnSaved = (number: number, revision: number) =>
  FamilyEvent.parse({
    type: 'column.saved',
    revision,
    column: { id: uuid(2, number), title: `Column at ${revision}`, emoji: '📋', position: number, version: revision },
  })
const memberSaved = (number: number, revision: number) =>
  FamilyEvent.parse({
    type: 'member.saved',
    revision,
    member: {
      id: uuid(3, number),
      displayName: `Member at ${revision}`,
      avatarSeed: 'default',
      userProfileImageUrl: null,
      role: 'kid',
      hasPin: false,
      version: revision,
    },
  })
const deleted = (kind: 'quest' | 'column' | 'member', number: number, revision: number) =>
  FamilyEvent.parse({ type: `${kind}.deleted`, revision, [`${kind}Id`]: uuid({ quest: 1, column: 2, member: 3 }[kind], number) })

const told = (events: readonly FamilyEvent[], board: Board = emptyBoard) => events.reduce(applyEvent, board)

/** The board without the order in which its lists were filled: screens sort them. */
function sorted(board: Board): Board {
  const byId = <T extends { id: string }>(list: readonly T[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return { columns: byId(board.columns), quests: byId(board.quests), members: byId(board.members), gone: board.gone }
}

/** A family's history: each change has the next revision, as the database counts. */
const history = fc
  .array(fc.record({ what: fc.constantFrom('quest', 'quest', 'column', 'member'), number: fc.integer({ min: 1, max: 3 }), gone: fc.boolean() }), {
    maxLength: 20,
  })
  .map((steps) =>
    steps.map(({ what, number, gone }, index) => {
      const revision = index + 1
      if (gone) return deleted(what, number, revision)
      return what === 'quest' ? questSaved(number, revision) : what === 'column' ? columnSaved(number, revision) : memberSaved(number, revision)
    }),
  )

describe('news', () => {
  test('in any order, late and doubled, ends in the same board', () => {
    const shuffled = history.chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 10 }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([events, otherOrder, doubled]) => {
        const late = doubled.flatMap((index) => otherOrder[index % Math.max(otherOrder.length, 1)] ?? [])
        expect(sorted(told([...otherOrder, ...late]))).toEqual(sorted(told(events)))
      }),
      { numRuns: 1000 },
    )
  })

  test('heard twice changes nothing at all, so that nothing is drawn anew', () => {
    fc.assert(
      fc.property(history, (events) => {
        const board = told(events)
        for (const event of events) expect(applyEvent(board, event)).toBe(board)
      }),
    )
  })

  test('of one card leaves the other lists as they are', () => {
    const before = told([columnSaved(1, 1), memberSaved(1, 2), questSaved(1, 3)])
    const after = applyEvent(before, questSaved(1, 4))
    expect(after.columns).toBe(before.columns)
    expect(after.members).toBe(before.members)
    expect(after.quests.map((quest) => quest.title)).toEqual(['Quest 1 at 4'])
  })

  test('of a deleted card never brings an older copy back, whatever comes first', () => {
    const [saved, gone] = [questSaved(1, 4), deleted('quest', 1, 5)]
    expect(told([saved, gone]).quests).toEqual([])
    expect(told([gone, saved]).quests).toEqual([])
    expect(told([gone, saved, saved, gone]).quests).toEqual([])
  })

  test('of a card keeps its place among the others', () => {
    const board = told([questSaved(1, 1), questSaved(2, 2), questSaved(3, 3), questSaved(2, 4)])
    expect(board.quests.map((quest) => quest.id)).toEqual([1, 2, 3].map(questId))
  })
})

describe('a guess', () => {
  const board = told([questSaved(1, 1), questSaved(2, 2)])
  const done = { columnId: columnIdOf(9) }

  function columnIdOf(number: number) {
    const event = columnSaved(number, 1)
    if (event.type !== 'column.saved') throw new Error('not a column')
    return event.column.id
  }
  const questOf = (of: Board, number: number) => of.quests.find((quest) => quest.id === questId(number))

  test('shows the move at once, on that card alone', () => {
    const guessed = guess(board, questId(1), done)
    expect(questOf(guessed, 1)).toEqual({ ...questOf(board, 1), ...done })
    expect(questOf(guessed, 2)).toBe(questOf(board, 2))
  })

  test('gives way to the answer and to any other news', () => {
    const guessed = guess(board, questId(1), done)
    const answer = questSaved(1, 3, done)
    expect(sorted(applyEvent(guessed, answer))).toEqual(sorted(applyEvent(board, answer)))
    const othersNews = questSaved(1, 3, { columnId: columnIdOf(5) })
    expect(questOf(applyEvent(guessed, othersNews), 1)?.columnId).toBe(columnIdOf(5))
  })

  test('that was refused is taken back whole', () => {
    const before = questOf(board, 1)
    if (before === undefined) throw new Error('no quest')
    expect(takeBack(guess(board, questId(1), { ...done, title: 'Guessed', targetTime: '07:30' }), before)).toEqual(board)
  })

  test('that was refused takes no news back that came meanwhile', () => {
    const before = questOf(board, 1)
    if (before === undefined) throw new Error('no quest')
    const news = applyEvent(guess(board, questId(1), done), questSaved(1, 3))
    expect(takeBack(news, before)).toEqual(news)
    const gone = applyEvent(guess(board, questId(1), done), deleted('quest', 1, 3))
    expect(takeBack(gone, before)).toEqual(gone)
  })

  test('about a card that is not there changes nothing, and what is not said stays', () => {
    expect(guess(board, questId(7), done)).toEqual(board)
    expect(questOf(guess(board, questId(1), JSON.parse('{}')), 1)).toEqual(questOf(board, 1))
    // An explicit null takes the time away.
    const timed = told([questSaved(1, 1, { targetTime: '07:30' })])
    expect(questOf(guess(timed, questId(1), { targetTime: null }), 1)?.targetTime).toBe(null)
  })
})

test('News is missing when a revision was skipped, not when it is late or the next', () => {
  expect([isGap(4, 3), isGap(4, 4), isGap(4, 5), isGap(4, 6), isGap(0, 1), isGap(0, 2)]).toEqual([false, false, false, true, false, true])
})
