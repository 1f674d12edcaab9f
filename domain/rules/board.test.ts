import { describe, expect, test } from 'vitest'
import { ColumnId } from '../contract/ids.ts'
import { Quest } from '../contract/quests.ts'
import { Day } from '../contract/days.ts'
import { guess, standingQuests, standsIn, takeBack } from './board.ts'
import { aColumn, aQuest, uuid } from './testing.ts'

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

describe('a quest that a completion brought to the last column', () => {
  const columns = [1, 2, 3].map((number) => aColumn(number))
  const [first, todo, done] = columns.map(({ id }) => id) as [ColumnId, ColumnId, ColumnId]
  const bed = aQuest({ recurring: 'daily', columnId: done, returns: { columnId: todo, day: '2026-11-22' } })
  const day = (text: string) => Day.parse(text)

  test('stands there until its next due day, and from then on where it came from', () => {
    expect(['2026-11-21', '2026-11-22', '2027-01-01'].map((today) => standsIn(bed, columns, day(today)))).toEqual([done, todo, todo])
  })

  test('returns to the first column when the one it came from is gone, and stays where there is none', () => {
    const others = columns.filter(({ id }) => id !== todo)
    expect(standsIn(bed, others.toReversed(), day('2026-11-22'))).toBe(first)
    expect(standsIn(bed, [], day('2026-11-22'))).toBe(done)
  })

  test('is the same object each time it is asked for, and those that stay are themselves', () => {
    const dishes = quest(2, 1)
    const back = standingQuests([bed, dishes], columns, day('2026-11-22'))
    expect(back).toEqual([{ ...bed, columnId: todo, returns: undefined }, dishes])
    expect(standingQuests([bed, dishes], columns, day('2026-11-23'))[0]).toBe(back[0])
    expect(back[1]).toBe(dishes)
    expect(standingQuests([bed], columns, day('2026-11-21'))[0]).toBe(bed)
  })

  test('stays where it is put by hand, also in the last column', () => {
    const [back] = standingQuests([bed], columns, day('2026-11-22'))
    for (const columnId of [first, done]) {
      const guessed = guess([bed], back ?? bed, { columnId })
      expect(standingQuests(guessed, columns, day('2026-12-01')).map((known) => known.columnId)).toEqual([columnId])
    }
    // Refused, it stands where it stood.
    expect(standingQuests(takeBack(guess([bed], bed, { columnId: first }), back ?? bed), columns, day('2026-11-22'))[0]?.columnId).toBe(todo)
  })
})
