import { expect, test } from 'vitest'
import { digital, isSameTime, minutesSinceTwelve } from './clock.ts'
import { handStepped, levels, type Level } from './levels.ts'
import { modes, questionOf, targetOf, type Question } from './questions.ts'
import { itemOf, levelOf, skills } from './skills.ts'

const ten = Array.from({ length: 10_000 }, (_, seed): Question => {
  const level = levels[seed % levels.length] as Level
  return questionOf(seed, level, modes[Math.floor(seed / levels.length) % modes.length] ?? 'setclock')[0]
})

test('of 10,000 questions each can be solved: its time is among its options once, or the hands reach it', () => {
  const isSolvable = (question: Question) => {
    const target = targetOf(question)
    if (!question.level.minutes.includes(target.minutes) || target.hours < 1 || target.hours > 12) return false
    return question.mode === 'setclock'
      ? question.options.length === 0 && reached(question.level, target.hours, target.minutes)
      : question.options.filter((option) => isSameTime(option, target)).length === 1
  }
  // Collects the wrong ones for a single assertion, because 10,000 assertions take longer than 10,000 questions.
  expect(ten.filter((question) => !isSolvable(question))).toEqual([])
})

function reached(level: Level, hours: number, minutes: number): boolean {
  let time = { hours: 12, minutes: 0 }
  for (let turn = 0; turn < 24 && time.hours !== hours; turn++) time = handStepped(level, time, 'hour', 1)
  const hand = level.snapped
  for (let turn = 0; turn < 60 && time.minutes !== minutes; turn++) time = handStepped(level, time, hand, 1)
  for (let turn = 0; turn < 24 && time.hours !== hours; turn++) time = handStepped(level, time, 'hour', hand === 'hour' ? 2 : 1)
  return isSameTime(time, { hours, minutes })
}

test('of 10,000 questions each has three options of which no two are the same, or look it', () => {
  const areDistinct = ({ mode, options }: Question) => {
    const leastBetween = mode === 'matchtime' ? 4 : 1
    const isApart = (minutes: number) => Math.min(minutes, 720 - minutes) >= leastBetween
    const isFarFromLater = (option: (typeof options)[number], index: number) =>
      options.slice(index + 1).every((other) => isApart(Math.abs(minutesSinceTwelve(option) - minutesSinceTwelve(other))))
    return new Set(options.map(digital)).size === 3 && options.every(isFarFromLater)
  }
  expect(ten.filter((question) => question.mode !== 'setclock' && !areDistinct(question))).toEqual([])
})

test('the right option is in every place about equally often', () => {
  const places = [0, 0, 0]
  for (const question of ten) {
    const place = question.options.findIndex((option) => isSameTime(option, targetOf(question)))
    if (place >= 0) places[place] = (places[place] ?? 0) + 1
  }
  for (const count of places) expect(count).toBeGreaterThan(2000)
})

test('the wrong options are what children read: hands swapped, an hour too high, the number for the minutes, past for to', () => {
  const wrong = (level: Level, hours: number, minutes: number) =>
    new Set(
      ten
        .filter((question) => question.level === level && question.targetHours === hours && question.targetMinutes === minutes)
        .flatMap(({ options }) => options.map(digital)),
    )
  expect(wrong(levels[1] as Level, 4, 30)).toEqual(new Set(['4:30', '6:20', '5:30', '4:06']))
  expect(wrong(levels[2] as Level, 4, 15)).toEqual(new Set(['4:15', '3:20', '3:15', '4:03', '4:45']))
})

test('the next question never has the same hour: no clock stands right already', () => {
  for (let seed = 0; seed < 500; seed++) {
    const before = { hours: (seed % 12) + 1, minutes: 0 }
    expect(questionOf(seed, levels[0], 'setclock', before)[0].targetHours).not.toBe(before.hours)
  }
})

test('every item is taught once, on the level that brings it, and its questions ask for it alone', () => {
  const items = skills.flatMap(({ items }) => items)
  expect(items).toEqual([':00', ':30', ':15', ':45', ':05', ':10', ':20', ':25', ':35', ':40', ':50', ':55', 'to the minute'])
  expect(skills.map(({ id }) => id)).toEqual(['oclock', 'halfhour', 'quarter', 'fiveminute', 'tominute'])
  for (const item of items) for (const minutes of levelOf(item).minutes) expect(itemOf(minutes)).toBe(item)
  expect(levelOf(':30').id).toBe('halfhour')
  expect(() => levelOf(':61')).toThrow(RangeError)
})
