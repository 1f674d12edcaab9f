import { expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'

test('no name means every benchmark that is compared', () => {
  expect(readCommandLine([])).toMatchObject({ names: ['start', 'live', 'api', 'calls', 'interaction', 'paint', 'bytes', 'memory'], rounds: 6 })
  expect(readCommandLine(['--against', 'HEAD~1'])).toMatchObject({ names: expect.arrayContaining(['interaction', 'bytes']), against: 'HEAD~1' })
})

test('names and options come in any order', () => {
  expect(readCommandLine(['live', '--against', 'main', 'api', '--rounds', '8'])).toEqual({ names: ['live', 'api'], against: 'main', rounds: 8 })
})

test.each([
  [['lives'], 'There is no benchmark lives'],
  [['--again', 'main'], 'There is no option --again'],
  [['live', '--against'], '--against needs a value'],
  [['live', '--rounds', 'many'], '--rounds needs a whole number'],
  [['live', '--against', 'main', '--rounds', '5'], 'A comparison takes at least 6 rounds'],
  [['load', '--against', 'main'], 'The load is not compared'],
  [['attack', '--against', 'main'], 'The attack is not compared'],
  [['year', '--against', 'main'], 'The year is not compared'],
])('%j is refused with a sentence', (args, sentence) => {
  expect(readCommandLine(args)).toContain(sentence)
})
