import { globSync } from 'node:fs'
import { chromiumVersion } from '../chromium.mjs'
import { engineVersions } from '../engines.mjs'
import { findNode } from '../programs.mjs'
import { storyFiles, tourFile } from '../test-files.mjs'
import { importsOf } from './imports.ts'
import { run, reported } from './program.ts'
import { escapeRegExp, inOrder } from './stage.ts'
import type { Failure, OnFailure, Outcome, Selection, TestKind } from './stage.ts'
import type { StoryEvent } from './story-reporter.ts'

const name = 'family stories in a browser'

type StoryFailure = Failure & { line: number }

/** The tour runs again when one of its engines has come or has changed. */
const versionsOf = (file: string) => [chromiumVersion(), ...(file === tourFile ? engineVersions() : [])]

/** What all stories stand on: everything that is built or started. */
const ground = ['app', 'deploy', 'domain', 'edge-functions', 'embedded', 'supabase', 'tools', 'dist', 'deno.json', 'vite.config.ts', 'playwright.config.ts']

async function runPlaywright(args: readonly string[], env: NodeJS.ProcessEnv, onFailure: OnFailure = () => {}): Promise<Outcome> {
  const failures: StoryFailure[] = []
  let passed = 0
  const fail = (failure: StoryFailure) => {
    failures.push(failure)
    onFailure(failure)
  }
  const { code, output } = await run(
    findNode(),
    ['node_modules/@playwright/test/cli.js', 'test', '--pass-with-no-tests', '--reporter=./tools/checks/story-reporter.ts', ...args],
    {
      env,
      onLine(line) {
        const event = reported(line) as StoryEvent | undefined
        if (event?.failed === false) passed++
        if (event?.failed === true) fail({ ...event, stage: name, name: event.name || name })
      },
    },
  )
  if (code !== 0 && failures.length === 0) fail({ stage: name, name, line: 0, message: output })
  return { passed, failures }
}

export const stories: TestKind = {
  name,
  files: () => globSync(storyFiles),
  parts: () => globSync(storyFiles).map((file) => ({ name: file, reads: [...importsOf(file), ...ground], versions: versionsOf(file) })),
  run: (parts, onFailure) =>
    runPlaywright(
      parts.map(({ name }) => name),
      {},
      onFailure,
    ),
  runSelected: ({ files, words }: Selection, onFailure) => runPlaywright([...files, ...(words.length === 0 ? [] : ['--grep', inOrder(words)])], {}, onFailure),
  // What was kept of the first failure stays.
  repeat: ({ file = '', name, ...rest }) =>
    runPlaywright([`${file}${'line' in rest && rest.line !== 0 ? `:${String(rest.line)}` : ''}`, '--grep', `${escapeRegExp(name)}$`, '--workers=1'], {
      E2E_OUTPUT: 'again',
    }),
}
