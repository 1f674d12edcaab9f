import { expect, test } from 'vitest'
import { digital, isSameTime, minutesSinceTwelve, type Time } from './clock.ts'
import { stepHand, levels, type ClockLevel } from './levels.ts'
import { modes, questionOf, targetOf, type ClockQuestion } from './questions.ts'
import { itemOf, levelOf, skills } from './skills.ts'

const ten = Array.from({ length: 10_000 }, (_, seed): ClockQuestion => {
  const level = levels[seed % levels.length] as ClockLevel
  return questionOf(seed, level, modes[Math.floor(seed / levels.length) % modes.length] ?? 'setclock')[0]
})

test('of 10,000 questions each can be solved: its time is among its options once, or the hands reach it', () => {
  const isSolvable = (question: ClockQuestion) => {
    const target = targetOf(question)
    if (!question.level.minutes.includes(target.minutes) || target.hours < 1 || target.hours > 12) return false
    return question.mode === 'setclock'
      ? question.options.length === 0 && reached(question.level, target.hours, target.minutes)
      : question.options.filter((option) => isSameTime(option, target)).length === 1
  }
  // Collects the wrong ones for a single assertion, because 10,000 assertions take longer than 10,000 questions.
  expect(ten.filter((question) => !isSolvable(question))).toEqual([])
})

function reached(level: ClockLevel, hours: number, minutes: number): boolean {
  let time = { hours: 12, minutes: 0 }
  for (let turn = 0; turn < 24 && time.hours !== hours; turn++) time = stepHand(level, time, 'hour', 1)
  const hand = level.snapped
  for (let turn = 0; turn < 60 && time.minutes !== minutes; turn++) time = stepHand(level, time, hand, 1)
  for (let turn = 0; turn < 24 && time.hours !== hours; turn++)
    time = stepHand(level, time, 'hour', hand === 'hour' ? 2 : 1)
  return isSameTime(time, { hours, minutes })
}

test('of 10,000 questions each has three options of which no two are the same, or look it', () => {
  const areDistinct = ({ mode, options }: ClockQuestion) => {
    const leastBetween = mode === 'matchtime' ? 4 : 1
    const isApart = (minutes: number) => Math.min(minutes, 720 - minutes) >= leastBetween
    const isFarFromLater = (option: (typeof options)[number], index: number) =>
      options
        .slice(index + 1)
        .every((other) => isApart(Math.abs(minutesSinceTwelve(option) - minutesSinceTwelve(other))))
    return new Set(options.map(digital)).size === 3 && options.every(isFarFromLater)
  }
  expect(ten.filter((question) => question.mode !== 'setclock' && !areDistinct(question))).toEqual([])
})

const optionsOf = (level: ClockLevel, seed: number) =>
  questionOf(seed, level, seed % 2 === 0 ? 'readclock' : 'matchtime')[0]

test.each(levels)(
  '10,000 questions of level $id: neither place, nor order, nor minutes tell the right option',
  (level) => {
    const places = [0, 0, 0]
    const orders = { shown: [0, 0, 0], around: [0, 0, 0] }
    const shown = ({ hours, minutes }: Time) => hours * 60 + minutes
    const standingOut: ClockQuestion[] = []
    for (let seed = 0; seed < 10_000; seed++) {
      const question = optionsOf(level, seed)
      const target = targetOf(question)
      places[question.options.findIndex((option) => isSameTime(option, target))]! += 1
      orders.shown[question.options.filter((option) => shown(option) < shown(target)).length]! += 1
      orders.around[
        question.options.filter((option) => minutesSinceTwelve(option) < minutesSinceTwelve(target)).length
      ]! += 1
      const minutes = new Set(question.options.map((option) => option.minutes))
      if (minutes.size === 2 || [...minutes].some((each) => !level.minutes.includes(each))) standingOut.push(question)
    }
    expect(standingOut).toEqual([])
    for (const count of [...places, ...orders.shown, ...orders.around]) {
      expect(count).toBeGreaterThan(2800)
      expect(count).toBeLessThan(3800)
    }
  },
)

test('the wrong options are what children read: the hour beside it, the minute hand for the hour, hands swapped, past for to, steps miscounted', () => {
  const wrong = (level: number, hours: number, minutes: number) => {
    const narrowed = { ...(levels[level] as ClockLevel), minutes: [minutes] }
    const questions = Array.from({ length: 6000 }, (_, seed) => optionsOf(narrowed, seed)).filter(
      ({ targetHours }) => targetHours === hours,
    )
    return new Set(questions.flatMap(({ options }) => options.map(digital)))
  }
  expect(wrong(0, 4, 0)).toEqual(new Set(['4:00', '3:00', '5:00', '2:00', '6:00']))
  expect(wrong(1, 4, 30)).toEqual(new Set(['4:30', '3:30', '5:30', '6:30', '2:30']))
  expect([...wrong(2, 4, 15)]).toEqual(expect.arrayContaining(['3:15', '5:15', '4:45', '4:30']))
  expect([...wrong(3, 4, 10)]).toEqual(expect.arrayContaining(['2:20', '4:50', '4:05', '4:15', '4:20']))
  expect([...wrong(4, 4, 23)]).toEqual(
    expect.arrayContaining(['5:21', '5:20', '4:37', '4:05', '4:22', '4:24', '4:13', '4:33']),
  )
})

test('the next question never has the same hour: no clock stands right already', () => {
  for (let seed = 0; seed < 500; seed++) {
    const before = { hours: (seed % 12) + 1, minutes: 0 }
    expect(questionOf(seed, levels[0], 'setclock', before)[0].targetHours).not.toBe(before.hours)
  }
})

test('every item is taught once, on the level that brings it, and its questions ask for it alone', () => {
  const items = skills.flatMap(({ items }) => items)
  expect(items).toEqual([
    ':00',
    ':30',
    ':15',
    ':45',
    ':05',
    ':10',
    ':20',
    ':25',
    ':35',
    ':40',
    ':50',
    ':55',
    'to the minute',
  ])
  expect(skills.map(({ id }) => id)).toEqual(['oclock', 'halfhour', 'quarter', 'fiveminute', 'tominute'])
  for (const item of items) for (const minutes of levelOf(item).minutes) expect(itemOf(minutes)).toBe(item)
  expect(levelOf(':30').id).toBe('halfhour')
  expect(() => levelOf(':61')).toThrow(RangeError)
})
