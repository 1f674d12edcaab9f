import { expect, test } from 'vitest'
import { digital, type Hand, type Time } from './clock.ts'
import { putHand, stepHand, turnHand, levels, type ClockLevelId } from './levels.ts'

const level = (id: ClockLevelId) => levels.find((each) => each.id === id) ?? levels[0]
const three: Time = { hours: 3, minutes: 0 }
/** Every time a hand can be set to, tried degree by degree. */
const all = (id: ClockLevelId, hand: Hand) => [
  ...new Set(Array.from({ length: 361 }, (_, degrees) => digital(putHand(level(id), three, hand, degrees)))),
]

test('each level snaps as it should: 30 and 15 degrees of the hour hand, 90, 30 and 6 of the minute hand', () => {
  expect(all('oclock', 'hour')).toHaveLength(12)
  expect(all('halfhour', 'hour')).toHaveLength(24)
  expect(all('quarter', 'minute')).toEqual(['3:00', '3:15', '3:30', '3:45'])
  expect(all('fiveminute', 'minute')).toHaveLength(12)
  expect(all('tominute', 'minute')).toHaveLength(60)
  for (const id of ['quarter', 'fiveminute', 'tominute'] as const) expect(all(id, 'hour')).toHaveLength(12)
})

test('a hand goes to the nearest place, from both sides', () => {
  expect(digital(putHand(level('oclock'), three, 'hour', 119))).toBe('4:00')
  expect(digital(putHand(level('oclock'), three, 'hour', 346))).toBe('12:00')
  expect(digital(putHand(level('halfhour'), three, 'hour', 100))).toBe('3:30')
  expect(digital(putHand(level('quarter'), three, 'minute', 316))).toBe('3:00')
  expect(digital(putHand(level('tominute'), three, 'minute', 140))).toBe('3:23')
})

test('where the minutes have taken the hour hand along, it is put by where it is seen', () => {
  const late: Time = { hours: 3, minutes: 45 }
  expect(digital(putHand(level('quarter'), late, 'hour', 112))).toBe('3:45')
  expect(digital(putHand(level('quarter'), late, 'hour', 140))).toBe('4:45')
  expect(digital(putHand(level('quarter'), late, 'hour', 10))).toBe('12:45')
})

test('a minute hand put down keeps the hour; drawn over the twelve it takes the hour along, both ways', () => {
  const late: Time = { hours: 3, minutes: 55 }
  expect(digital(putHand(level('fiveminute'), late, 'minute', 30))).toBe('3:05')
  expect(digital(turnHand(level('fiveminute'), late, 'minute', 0))).toBe('4:00')
  expect(digital(turnHand(level('fiveminute'), three, 'minute', 330))).toBe('2:55')
  expect(digital(turnHand(level('quarter'), three, 'minute', 180))).toBe('3:30')
  expect(digital(turnHand(level('oclock'), three, 'hour', 0))).toBe('12:00')
})

test('step by step every hand comes around', () => {
  const steps = {
    oclock: ['hour', 12],
    halfhour: ['hour', 24],
    quarter: ['minute', 4],
    fiveminute: ['minute', 12],
    tominute: ['minute', 60],
  } as const
  for (const [id, [hand, around]] of Object.entries(steps)) {
    const seen = new Set<number>()
    let time = three
    for (let step = 0; step < around; step++) {
      time = stepHand(level(id as ClockLevelId), time, hand, 1)
      seen.add(hand === 'hour' ? time.hours * 60 + time.minutes : time.minutes)
    }
    expect(seen.size).toBe(around)
    expect(digital(time)).toBe(hand === 'hour' ? '3:00' : '4:00')
  }
  expect(digital(stepHand(level('quarter'), { hours: 1, minutes: 15 }, 'hour', -2))).toBe('11:15')
})
