import { globSync } from 'node:fs'
import { findNode } from '../programs.mjs'
import { reported, run } from './program.ts'
import { escapeRegExp, inOrder } from './stage.ts'
import type { Failure, OnFailure, Outcome, Selection, TestKind } from './stage.ts'
import type { UnitEvent } from './unit-reporter.ts'
import { unitTestFiles } from '../test-files.mjs'

const name = 'unit tests'

async function runVitest(args: readonly string[], onFailure: OnFailure = () => {}): Promise<Outcome> {
  const failures: Failure[] = []
  let passed = 0
  const { code, output } = await run(
    findNode(),
    ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', '--reporter=./tools/checks/unit-reporter.ts', ...args],
    {
      onLine(line) {
        const event = reported(line) as UnitEvent | undefined
        if (event?.failed === false) passed++
        if (event?.failed !== true) return
        const failure = { stage: name, file: event.file, name: event.name, message: event.message }
        failures.push(failure)
        onFailure(failure)
      },
    },
  )
  if (code !== 0 && failures.length === 0) {
    failures.push({ stage: name, name, message: output })
    onFailure({ stage: name, name, message: output })
  }
  return { passed, failures }
}

export const unitTests: TestKind = {
  name,
  files: () => globSync(unitTestFiles),
  // Some tests read the documents and the configuration that they hold to their word.
  parts: () => [
    {
      name,
      reads: [
        'app',
        'domain',
        'tools',
        'bench',
        'docs',
        'deploy',
        'e2e',
        'edge-functions',
        'embedded',
        'supabase',
        '.oxlintrc.json',
        'deno.json',
        'vitest.config.ts',
      ],
    },
  ],
  run: (_, onFailure) => runVitest([], onFailure),
  runSelected: ({ files, words }: Selection, onFailure) => runVitest([...files, ...(words.length === 0 ? [] : ['-t', `(?i:${inOrder(words)})`])], onFailure),
  repeat: ({ file = '', name }) => runVitest([file, ...(name === file ? [] : ['-t', `^${escapeRegExp(name)}$`])]),
}
