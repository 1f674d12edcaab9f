import { describe, expect, test } from 'vitest'
import { readOff, timeAt, type Time } from '#domain/games/time-ticker/clock.ts'
import { levels } from '#domain/games/time-ticker/levels.ts'
import { de } from '#app/texts/de.ts'
import { es } from '#app/texts/es.ts'
import { timeTicker } from '#texts/timeTicker'
import { handsInWords, optionInWords, spokenPromptOf, spokenTime } from './clock-words.ts'

const timeOf = (text: string): Time => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return { hours, minutes }
}
const everyFiveMinutes = (hours: number) =>
  Array.from({ length: 12 }, (_, index) => readOff({ hours, minutes: index * 5 }))

test('a time has the spoken form that people use', () => {
  const said = ['3:00', '3:15', '12:30', '12:45', '3:05', '7:40'].map((text) => spokenTime(timeOf(text)))
  expect(said).toEqual(["3 o'clock", 'quarter past 3', 'half past 12', 'quarter to 1', '3 oh 5', '7 40'])
})

test('hands are described without telling the time', () => {
  expect(handsInWords(timeOf('12:00'))).toBe('short hand at the 12, long hand at the 12')
  expect(handsInWords(timeOf('12:31'))).toBe('short hand between the 12 and the 1, long hand 1 minute past the 6')
  expect(handsInWords(timeOf('4:03'))).toBe('short hand between the 4 and the 5, long hand 3 minutes past the 12')
})

test('the owl speaks times as people do, and names an option by its hands or its words', () => {
  const question = { level: levels[1] ?? levels[0], targetHours: 3, targetMinutes: 30, options: [] }
  expect(spokenPromptOf({ ...question, mode: 'setclock' })).toBe('Set the clock to half past 3!')
  expect(spokenPromptOf({ ...question, mode: 'readclock' })).toBe('What time does the clock show?')
  expect(optionInWords('matchtime', timeOf('3:00'))).toBe('short hand at the 3, long hand at the 12')
  expect(optionInWords('readclock', timeOf('3:00'))).toBe("3 o'clock")
})

describe.each([
  ['English', timeTicker],
  ['German', de.timeTicker],
  ['Spanish', es.timeTicker],
])('in %s', (_, { spoken, hands, prompts }) => {
  test('no two of the 720 times sound the same, and no two pairs of hands', () => {
    const all = Array.from({ length: 720 }, (_, minutes) => readOff(timeAt(minutes)))
    expect(new Set(all.map(spoken)).size).toBe(720)
    expect(new Set(all.map(hands)).size).toBe(720)
  })

  test('a question has a place for its time, but where the time is to be read', () => {
    expect(Object.entries(prompts).filter(([, prompt]) => !prompt.includes('{time}'))).toHaveLength(1)
    expect(prompts.readclock).not.toContain('{time}')
  })
})

test('every five minutes of an hour, as German says them', () => {
  expect(everyFiveMinutes(3).map(de.timeTicker.spoken)).toEqual([
    'drei Uhr',
    'fünf nach drei',
    'zehn nach drei',
    'Viertel nach drei',
    'zwanzig nach drei',
    'fünf vor halb vier',
    'halb vier',
    'fünf nach halb vier',
    'zwanzig vor vier',
    'Viertel vor vier',
    'zehn vor vier',
    'fünf vor vier',
  ])
  expect(['1:00', '1:15', '12:30', '12:45', '1:07'].map((text) => de.timeTicker.spoken(readOff(timeOf(text))))).toEqual(
    ['ein Uhr', 'Viertel nach eins', 'halb eins', 'Viertel vor eins', 'ein Uhr 7'],
  )
  expect(de.timeTicker.hands(readOff(timeOf('12:31')))).toBe(
    'kurzer Zeiger zwischen der 12 und der 1, langer Zeiger 1 Minute nach der 6',
  )
})

test('every five minutes of an hour, as Spanish says them', () => {
  expect(everyFiveMinutes(3).map(es.timeTicker.spoken)).toEqual([
    'las tres en punto',
    'las tres y cinco',
    'las tres y diez',
    'las tres y cuarto',
    'las tres y veinte',
    'las tres y veinticinco',
    'las tres y media',
    'las cuatro menos veinticinco',
    'las cuatro menos veinte',
    'las cuatro menos cuarto',
    'las cuatro menos diez',
    'las cuatro menos cinco',
  ])
  expect(['1:00', '1:30', '12:45', '12:05', '1:07'].map((text) => es.timeTicker.spoken(readOff(timeOf(text))))).toEqual(
    ['la una en punto', 'la una y media', 'la una menos cuarto', 'las doce y cinco', 'la una y 7'],
  )
  expect(['1:30', '11:30', '12:05'].map(es.timeTicker.written)).toEqual([
    'la\u00a01:30',
    'las\u00a011:30',
    'las\u00a012:05',
  ])
  expect(es.timeTicker.hands(readOff(timeOf('12:31')))).toBe(
    'aguja corta entre el 12 y el 1, aguja larga 1 minuto después del 6',
  )
})
