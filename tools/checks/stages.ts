import { findDeno, findNode } from '../programs.mjs'
import { run } from './program.ts'
import { serverTests, uploadedFunctionTests } from './server-tests.ts'
import type { Stage, TestKind } from './stage.ts'
import { stories } from './stories.ts'
import { unitTests } from './unit-tests.ts'

/** A stage that is one program: it is green when the program says so. */
function programStage(name: string, reads: readonly string[], findProgram: () => string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Stage {
  return {
    name,
    parts: () => [{ name, reads }],
    async run(_, onFailure) {
      const { code, output } = await run(findProgram(), args, { env })
      if (code === 0) return { passed: 1, failures: [] }
      const failure = { stage: name, name, message: output }
      onFailure(failure)
      return { passed: 0, failures: [failure] }
    },
  }
}

const serverCode = ['deploy', 'domain', 'edge-functions', 'embedded', 'supabase', 'bench', 'tools', 'deno.json']
const appCode = ['app', 'deploy', 'domain', 'e2e', 'tools', 'bench', 'playwright.config.ts', 'vite.config.ts', 'vitest.config.ts']

/** TypeScript and the linter are written in Go: they end before a collection of garbage has paid off. */
const withoutCollection = { GOGC: 'off', GOMEMLIMIT: '2GiB' }

/** No browser, no database. */
export const fastStages: readonly Stage[] = [
  programStage('types of the app', appCode, findNode, ['node_modules/typescript/bin/tsc', '-p', '.'], withoutCollection),
  programStage('types of the server side', serverCode, findDeno, [
    'check',
    '--quiet',
    'deploy',
    'domain',
    'edge-functions',
    'embedded',
    'supabase/tests',
    'bench',
    'tools/doctor',
    'tools/acceptance',
  ]),
  programStage(
    'lint',
    ['.'],
    findNode,
    ['node_modules/oxlint/bin/oxlint', '--type-aware', '--ignore-pattern', 'tools/lint-fixtures', '--deny-warnings'],
    withoutCollection,
  ),
  programStage('format', ['.'], findNode, ['node_modules/oxfmt/bin/oxfmt', '--check']),
  programStage('unused code', ['.'], findNode, ['node_modules/knip/bin/knip.js']),
  unitTests,
]

/** Real Postgres, real sockets, a real browser. */
export const slowStages: readonly Stage[] = [
  programStage('build', ['app', 'deploy', 'domain', 'supabase/templates', 'deno.json', 'vite.config.ts', 'tools', 'dist'], findNode, ['tools/build.mjs']),
  programStage('oldest browsers', ['dist', 'tools/browser-floor'], findNode, [
    'node_modules/eslint/bin/eslint.js',
    '--config',
    'tools/browser-floor/eslint.config.mjs',
    'dist',
  ]),
  programStage('size of the first load', ['dist', '.size-limit.mjs'], findNode, ['node_modules/size-limit/bin.js']),
  serverTests,
  uploadedFunctionTests,
  stories,
]

export const testKinds: readonly TestKind[] = [unitTests, serverTests, stories]
