import { expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'

test('no name means every benchmark', () => {
  const names = ['start', 'live', 'api', 'interaction', 'paint']
  expect(readCommandLine([])).toEqual({ names, rounds: 6 })
})

test('names and options come in any order', () => {
  const line = readCommandLine(['live', '--against', 'main', 'api', '--rounds', '8'])
  expect(line).toEqual({ names: ['live', 'api'], against: 'main', rounds: 8 })
})

test.each([
  [['lives'], 'There is no benchmark lives'],
  [['--again', 'main'], "Unknown option '--again'"],
  [['live', '--rounds', 'many'], '--rounds needs a whole number'],
  [['live', '--against', 'main', '--rounds', '5'], 'A comparison takes at least 6 rounds'],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => readCommandLine(args)).toThrow(sentence)
})
