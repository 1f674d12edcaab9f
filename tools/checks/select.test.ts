import { expect, test } from 'vitest'
import { selectTests } from './select.ts'
import { commandOf } from './stage.ts'
import type { TestKind } from './stage.ts'

const outcome = () => Promise.resolve({ passed: 0, failures: [] })
const kind = (name: string, files: readonly string[]): TestKind => ({ name, files: () => files, parts: () => [], run: outcome, runSelected: outcome })

// Files that are there: a name is looked for in their text.
const unit = kind('unit', ['tools/checks/select.test.ts', 'tools/checks/tap.test.ts'])
const stories = kind('stories', ['e2e/live.spec.ts'])
const selected = (...patterns: string[]) => selectTests([unit, stories], patterns).map(({ kind, selection }) => [kind.name, selection.files, selection.words])

test('a part of a path selects whole files', () => {
  expect(selected('e2e/LIVE')).toEqual([['stories', ['e2e/live.spec.ts'], []]])
  expect(selected('e2e/live', 'tap.test')).toEqual([
    ['unit', ['tools/checks/tap.test.ts'], []],
    ['stories', ['e2e/live.spec.ts'], []],
  ])
  expect(selected('tools/checks')).toEqual([['unit', ['tools/checks/select.test.ts', 'tools/checks/tap.test.ts'], []]])
})

test('a part of a name selects the files that may have it, put together from pieces as well', () => {
  const pieces = ['a card', 'glides to its new column']
  expect(selected(pieces.join(' '))).toEqual([
    ['unit', ['tools/checks/select.test.ts'], ['a card glides to its new column']],
    ['stories', ['e2e/live.spec.ts'], ['a card glides to its new column']],
  ])
})

test('a path and a name select one test', () => {
  expect(selected('e2e/live.spec.ts', 'a card glides')).toEqual([['stories', ['e2e/live.spec.ts'], ['a card glides']]])
})

test('what no file has selects nothing', () => {
  expect(selected(['no', 'such', 'wrd'].join('th'))).toEqual([])
})

test('the command of a failure names its file and its test, quoted for a shell', () => {
  expect(commandOf({ stage: 'stories', file: 'e2e/live.spec.ts', name: "Mia's card", message: '' })).toBe(
    String.raw`npm test -- e2e/live.spec.ts 'Mia'\''s card'`,
  )
  expect(commandOf({ stage: 'types of the app', name: 'types of the app', message: '' })).toBe("npm test -- 'types of the app'")
})
