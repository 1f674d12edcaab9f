import { expect, test } from 'vitest'
import { createTapReader, findBrokenFiles } from './tap.ts'
import type { TapResult } from './tap.ts'

const told = (lines: readonly string[]) => {
  const results: TapResult[] = []
  const read = createTapReader((result) => results.push(result))
  for (const line of lines) read(line)
  return results
}

test('a passed test has its name, an ignored one is left out', () => {
  expect(told(['TAP version 14', 'ok 1 - Anna signs in', 'noise of the test', 'ok 2 - later # SKIP', '1..2'])).toEqual([
    { name: 'Anna signs in', failed: false, file: '', message: '' },
  ])
})

test('a failed test has its file and its message', () => {
  const lines = [
    'not ok 1 - Mia redeems',
    '  ---',
    '  {"message":"AssertionError: 1 !== 2","severity":"fail","at":{"file":"./embedded/a.test.ts","line":3}}',
    '  ...',
  ]
  expect(told(lines)).toEqual([{ name: 'Mia redeems', failed: true, file: 'embedded/a.test.ts', message: 'AssertionError: 1 !== 2' }])
})

test('a failed test of steps has the messages of its steps', () => {
  const lines = [
    '# Subtest: a day',
    '    ok 1 - morning',
    '    not ok 2 - evening',
    '      ---',
    '      {"message":"Error: too dark","severity":"fail","at":{"file":"./embedded/a.test.ts","line":3}}',
    '      ...',
    '    1..2',
    'not ok 1 - a day',
    '  ---',
    '  {"message":"1 test step failed.","severity":"fail","at":{"file":"./embedded/a.test.ts","line":2}}',
    '  ...',
  ]
  expect(told(lines)).toEqual([{ name: 'a day', failed: true, file: 'embedded/a.test.ts', message: '1 test step failed.\nError: too dark' }])
})

test('the tests have all been told when the plan of the file comes, not that of a step', () => {
  let isComplete = false
  const read = createTapReader(
    () => {},
    () => (isComplete = true),
  )
  for (const line of ['TAP version 14', 'ok 1 - Anna signs in', '    1..2']) read(line)
  expect(isComplete).toBe(false)
  read('1..1')
  expect(isComplete).toBe(true)
})

test('a file whose tests did not run, or were cancelled, is a broken one', () => {
  const report = [
    ['a', 1, 0],
    ['b', 0, 0],
    ['c', 0, 2],
  ].map(([name, disabled, errors]) => `<testsuite name="./${name}.test.ts" tests="2" disabled="${disabled}" errors="${errors}" failures="0">`)
  expect(findBrokenFiles(report.join('\n'))).toEqual(['a.test.ts', 'c.test.ts'])
})
