import { afterEach, expect, test, vi } from 'vitest'
import { tellMissingEngines } from './tour-engines.ts'

afterEach(() => vi.restoreAllMocks())

const log = () => vi.spyOn(console, 'log').mockReturnValue()
const missing = { installable: ['WPE WebKit' as const], sentences: ['The tour did not run in WPE WebKit. To install: apt-get install wpewebkit-driver'] }
const onlyOnLinux = { installable: [], sentences: ['The tour did not run in WebKitGTK and WPE WebKit, which only Linux has.'] }

test('a missing engine is named, and fails the run in CI alone', () => {
  const said = log()
  expect(tellMissingEngines({ isCi: false, missing })).toBe(true)
  expect(tellMissingEngines({ isCi: true, missing })).toBe(false)
  expect(said.mock.calls).toEqual([missing.sentences, missing.sentences])
})

test('an engine that the system cannot have is named, and fails nothing', () => {
  const said = log()
  expect(tellMissingEngines({ isCi: true, missing: onlyOnLinux })).toBe(true)
  expect(said.mock.calls).toEqual([onlyOnLinux.sentences])
})

test('with all engines nothing is said', () => {
  const said = log()
  expect(tellMissingEngines({ isCi: true, missing: { installable: [], sentences: [] } })).toBe(true)
  expect(said).not.toHaveBeenCalled()
})
