import { expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'

test('no name means every benchmark', () => {
  const names = ['start', 'live', 'api', 'interaction', 'paint', 'memory']
  expect(readCommandLine([])).toEqual({ names, rounds: 6, isTrial: false })
  expect(readCommandLine(['--against', 'HEAD~1'])).toEqual({ names, against: 'HEAD~1', rounds: 6, isTrial: false })
})

test('names and options come in any order', () => {
  expect(readCommandLine(['live', '--against', 'main', 'api', '--rounds', '8'])).toMatchObject({
    names: ['live', 'api'],
    against: 'main',
    rounds: 8,
  })
})

test.each([
  [['lives'], 'There is no benchmark lives'],
  [['--again', 'main'], "Unknown option '--again'"],
  [['live', '--against'], "Option '--against <value>' argument missing"],
  [['live', '--rounds', 'many'], '--rounds needs a whole number'],
  [['live', '--against', 'main', '--rounds', '5'], 'A comparison takes at least 6 rounds'],
  [['live', '--against', 'main', '--trial'], 'A comparison takes at least 6 rounds'],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => readCommandLine(args)).toThrow(sentence)
})
