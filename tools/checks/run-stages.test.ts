import { afterEach, expect, test, vi } from 'vitest'
import { groupsOf, settle } from './run-stages.ts'
import type { Failure, Stage } from './stage.ts'

afterEach(() => vi.restoreAllMocks())

const failure = (name: string): Failure => ({ stage: 'stories', file: 'e2e/a.spec.ts', name, message: 'too late' })

/** A stage whose tests fail so many times before they pass. */
function stageOf(fails: Record<string, number>): Stage & { repeated: string[] } {
  const repeated: string[] = []
  return {
    name: 'stories',
    repeated,
    parts: () => [],
    run: () => Promise.resolve({ passed: 0, failures: [] }),
    repeat(known) {
      repeated.push(known.name)
      const left = fails[known.name] ?? 0
      fails[known.name] = left - 1
      return Promise.resolve(left > 0 ? { passed: 0, failures: [known] } : { passed: 1, failures: [] })
    },
  }
}

test('a test that passes when it runs alone is unsettled, after at most two tries', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const stage = stageOf({ once: 0, twice: 1, broken: 2 })
  const failures = [failure('once'), failure('twice'), failure('broken')]
  expect(await settle([stage], failures)).toEqual([failures[0], failures[1]])
  expect(stage.repeated).toEqual(['once', 'twice', 'twice', 'broken', 'broken'])
})

test('a test that is not found again stays failed', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  const stage: Stage = { ...stageOf({}), repeat: () => Promise.resolve({ passed: 0, failures: [] }) }
  expect(await settle([stage], [failure('gone')])).toEqual([])
})

test('a stage that is one program is not run again', async () => {
  expect(await settle([stageOf({})], [{ stage: 'stories', name: 'stories', message: 'types' }])).toEqual([])
})

test('stages that leave a core free are one group when they follow each other', () => {
  const stage = (name: string, sharesCores?: true): Stage => ({ ...stageOf({}), name, ...(sharesCores && { sharesCores }) })
  const stages = [stage('build'), stage('size'), stage('server', true), stage('upload', true), stage('stories'), stage('later', true)]
  expect(groupsOf(stages).map((group) => group.map(({ name }) => name).join(' '))).toEqual(['build', 'size', 'server upload', 'stories', 'later'])
})
