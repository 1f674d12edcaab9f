import { describe, expect, test } from 'vitest'
import { ColumnId, MemberId } from '../contract/ids.ts'
import { QuestCompletion } from '../contract/quest-completions.ts'
import { Quest } from '../contract/quests.ts'
import { Day } from '../contract/days.ts'
import { guess, standingQuests, standsIn, takeBack } from './board.ts'
import { plusDays } from './days.ts'
import { aColumn, aQuest, dayIn, uuid } from './testing.ts'

const columnId = ColumnId.parse(uuid(2, 9))
const quest = (number: number, version: number, more: Partial<Quest> = {}) => aQuest({ id: uuid(1, number), title: `Quest ${number}`, version, ...more })

describe('a guess', () => {
  const [dishes, plants] = [quest(1, 1), quest(2, 2)]

  test('shows the move at once, on that card alone', () => {
    const guessed = guess([dishes, plants], dishes, { columnId })
    expect(guessed).toEqual([{ ...dishes, columnId }, plants])
    expect(guessed[1]).toBe(plants)
  })

  test('that is shown later than news of the card changes nothing', () => {
    const news = [quest(1, 2, { title: 'Renamed elsewhere' }), plants]
    expect(guess(news, dishes, { columnId })).toEqual(news)
  })

  test('that was refused is taken back whole', () => {
    const guessed = guess([dishes, plants], dishes, { columnId, title: 'Guessed', targetTime: '07:30' })
    expect(takeBack(guessed, dishes)).toEqual([dishes, plants])
  })

  test('that was refused takes no news back that came meanwhile', () => {
    const news = [quest(1, 3, { title: 'Renamed elsewhere' }), plants]
    expect(takeBack(news, dishes)).toEqual(news)
    expect(takeBack([plants], dishes)).toEqual([plants])
  })

  test('about a card that is not there changes nothing, and what is not said stays', () => {
    expect(guess([dishes], plants, { columnId })).toEqual([dishes])
    expect(guess([dishes], dishes, JSON.parse('{}'))).toEqual([dishes])
    // An explicit null takes the time away.
    expect(guess([quest(1, 1, { targetTime: '07:30' })], dishes, { targetTime: null })[0]?.targetTime).toBe(null)
  })
})

describe('a daily or weekly quest', () => {
  const columns = [1, 2, 3, 4].map((number) => aColumn(number, { isSomeday: number === 1 }))
  const [ideas, todo, doing, done] = columns.map(({ id }) => id) as [ColumnId, ColumnId, ColumnId, ColumnId]
  const day = (text: string) => Day.parse(text)
  const dayOf = dayIn('Europe/Berlin')
  const today = day('2026-11-21')
  const placing = { columns, today, dayOf }
  const bed = aQuest({ recurring: 'daily', columnId: todo })
  const record = { finishedAt: '2026-11-21T08:00:00Z', finishedBy: MemberId.parse(uuid(3, 1)) }
  const did = (completedDate: string, quest = bed) => QuestCompletion.parse({ questId: quest.id, memberId: uuid(3, 1), completedDate })
  const daysIn = (quest: Quest, completions: readonly QuestCompletion[], column: ColumnId) =>
    Array.from({ length: 16 }, (_, index) => plusDays(today, index - 2)).filter((today) => standsIn(quest, completions, { ...placing, today }) === column)

  test('stands in the last column on the days for which somebody did it', () => {
    const finished = { ...bed, ...record }
    expect(daysIn(finished, [did('2026-11-21')], done)).toEqual(['2026-11-21'])
    // Made on a Saturday: done on the Thursday before the next one, it is back a week after that one.
    const plants = aQuest({ recurring: 'weekly', columnId: todo, ...record })
    expect(daysIn(plants, [did('2026-11-26')], done)).toEqual(Array.from({ length: 9 }, (_, index) => plusDays(day('2026-11-26'), index)))
    // Moved out by hand, it is to do, whatever was done for an earlier day.
    expect(daysIn(bed, [did('2026-11-21')], done)).toEqual([])
  })

  test('moved there without a completion, stays until its next due day, and one that comes no more stays', () => {
    const moved = { finishedAt: '2026-11-21T20:00:00Z', finishedBy: null }
    expect(daysIn({ ...bed, ...moved }, [], todo)[0]).toBe('2026-11-22')
    expect(daysIn(aQuest({ recurring: 'weekly', columnId: todo, ...moved }), [], todo)[0]).toBe('2026-11-28')
    expect(standsIn(aQuest({ columnId: done, homeColumnId: todo, ...moved }), [], { ...placing, today: day('2027-01-01') })).toBe(done)
  })

  test('of which a completion was taken away is at home, whatever the server said before', () => {
    const finished = { ...bed, ...record, columnId: done, homeColumnId: todo }
    expect(standingQuests([finished], [], placing)[0]?.columnId).toBe(todo)
    // Nobody knows yet who did what.
    expect(standingQuests([finished], undefined, placing)[0]).toBe(finished)
  })

  test('whose home is the last column stands in the first that is not for someday', () => {
    expect(standsIn(aQuest({ recurring: 'daily', columnId: done }), [], placing)).toBe(todo)
    const few = [aColumn(1, { isSomeday: true }), aColumn(4)]
    expect(standsIn(aQuest({ recurring: 'daily', columnId: done }), [], { ...placing, columns: few })).toBe(ideas)
    expect(standsIn(aQuest({ recurring: 'daily', columnId: done }), [], { ...placing, columns: [aColumn(4)] })).toBe(done)
  })

  test('is the same object each time it is asked for, and those that stay are themselves', () => {
    const dishes = quest(2, 1)
    const finished = { ...bed, ...record }
    const standing = standingQuests([finished, dishes], [did('2026-11-21')], placing)
    expect(standing).toEqual([{ ...finished, columnId: done, homeColumnId: todo }, dishes])
    expect(standingQuests([finished, dishes], [did('2026-11-21')], placing)[0]).toBe(standing[0])
    expect(standing[1]).toBe(dishes)
    expect(standingQuests([bed], [], placing)[0]).toBe(bed)
  })

  test('stands where it is put by hand until the server has answered, done or not', () => {
    const bed = aQuest({ recurring: 'daily', columnId: todo, ...record })
    const [standing = bed] = standingQuests([bed], [did('2026-11-21')], placing)
    for (const columnId of [doing, done]) {
      const guessed = guess([bed], standing, { columnId })
      expect(standingQuests(guessed, [did('2026-11-21')], placing).map((known) => known.columnId)).toEqual([columnId])
    }
    // Refused, it stands where it stood.
    expect(standingQuests(takeBack(guess([bed], bed, { columnId: doing }), bed), [did('2026-11-21')], placing)[0]?.columnId).toBe(done)
  })
})
