import { expect, test } from 'vitest'
import { demoBoardAt, demoCards, lastTick, rounds, stillTick, ticksPerRound } from './demo-timeline.ts'

test('no card is lost, doubled or stacked on another at any tick of the demo', () => {
  for (let tick = 0; tick <= lastTick; tick++) {
    const { places } = demoBoardAt(tick)
    expect(places.size).toBe(demoCards.length)
    expect(new Set([...places.values()].map(({ column, slot }) => `${column}/${slot}`)).size).toBe(demoCards.length)
  }
})

test('a card is lifted before it moves, and it is the lifted card that moves', () => {
  for (let tick = 1; tick < ticksPerRound - 1; tick += 2) {
    const { lifted, places } = demoBoardAt(tick)
    expect(lifted).toBeDefined()
    expect(demoBoardAt(tick + 1).places.get(lifted ?? '')?.column).not.toBe(places.get(lifted ?? '')?.column)
  }
})

test('three quests pop in a round and their gems fill the jar', () => {
  const round = Array.from({ length: ticksPerRound }, (_, tick) => demoBoardAt(tick))
  expect(round.flatMap((board) => board.popped ?? [])).toEqual(['table', 'dog', 'books'])
  expect(round.map((board) => board.gems)).toEqual(round.map((board) => board.gems).toSorted((a, b) => a - b))
  expect(round.at(-1)?.gems).toBe(120)
})

test('each round starts with the first board, and the demo ends on the finished one', () => {
  expect(demoBoardAt(ticksPerRound)).toEqual(demoBoardAt(0))
  expect(lastTick).toBe(ticksPerRound * rounds - 1)
  expect(demoBoardAt(lastTick).gems).toBe(120)
  expect(demoBoardAt(stillTick).lifted).toBeUndefined()
})
