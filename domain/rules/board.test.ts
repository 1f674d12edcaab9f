import { describe, expect, test } from 'vitest'
import { ColumnId } from '../contract/ids.ts'
import { Quest } from '../contract/quests.ts'
import { guess, takeBack } from './board.ts'
import { aQuest, uuid } from './testing.ts'

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
