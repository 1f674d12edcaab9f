import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDeno } from '../programs.mjs'
import { serverTestFolders } from '../test-files.mjs'
import { withMemoryFolder } from '../memory-folder.mjs'
import { run } from './program.ts'
import { escapeRegExp, inOrder } from './stage.ts'
import type { Failure, OnFailure, Outcome, Selection, Stage, TestKind } from './stage.ts'
import { createTapReader, findBrokenFiles } from './tap.ts'

type Run = {
  stage: string
  targets: readonly string[]
  filter?: string | undefined
  /** All stacks serve the function as it is uploaded to Supabase, on the Deno of its edge runtime. */
  isUploaded?: boolean
}

const reads = [
  'app',
  'vite.config.ts',
  'domain',
  'edge-functions',
  'embedded',
  'supabase',
  'bench',
  'tools',
  'deploy',
  'docs',
  'dist',
  'deno.json',
  '.dockerignore',
]

const isTestFile = (file: string) => file.endsWith('.test.ts')

async function runDeno({ stage, targets, filter, isUploaded = false }: Run, onFailure: OnFailure = () => {}): Promise<Outcome> {
  const failures: Failure[] = []
  let passed = 0
  const fail = (file: string | undefined, test: string, message: string) => {
    const failure = { stage, ...(file !== undefined && { file }), name: test, message }
    failures.push(failure)
    onFailure(failure)
  }
  let isComplete = false
  const readTap = createTapReader(
    (result) => {
      if (result.failed) fail(result.file, result.name, result.message)
      else passed++
    },
    () => (isComplete = true),
  )
  const folder = mkdtempSync(join(tmpdir(), 'bubblequest-report-'))
  const junit = join(folder, 'report.xml')
  // Files that need only a family, or a database of their own, share one stack and one Postgres.
  const args = [
    'run',
    '-A',
    '--no-check',
    '--quiet',
    'embedded/testing/run-tests.ts',
    ...(isUploaded ? ['--uploaded'] : []),
    '--quiet',
    '--parallel',
    '--permit-no-files',
  ]
  // A function has two connections: what holds one file's back would hold all others' back.
  const oneByOne = isUploaded ? { DENO_JOBS: '1' } : {}
  const options = filter === undefined ? [] : [`--filter=/${filter}/`]
  try {
    const { code, output } = await withMemoryFolder((env) =>
      run(findDeno(), [...args, '--reporter=tap', `--junit-path=${junit}`, ...options, ...targets], { env: { ...env, ...oneByOne }, onLine: readTap }),
    )
    if (code !== 0) {
      const broken = existsSync(junit) ? findBrokenFiles(readFileSync(junit, 'utf8')) : []
      // TAP says nothing of what broke outside of a test: the other reporter does.
      for (const file of broken.filter(isTestFile)) fail(file, file, (await run(findDeno(), [...args, file])).output)
      // Whatever failed before, tests that nobody has heard of have not passed. Without a file it is not run again alone.
      if (failures.length === 0 || !isComplete || !broken.every(isTestFile))
        fail(undefined, stage, `The tests ended with code ${code}, and not all of them ran.\n${output.split('\n').slice(-60).join('\n')}`)
    }
    return { passed, failures }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const stage = 'server side'

export const serverTests: TestKind = {
  name: stage,
  sharesCores: true,
  files: () => serverTestFolders.flatMap((folder) => globSync(`${folder}/**/*.test.ts`)),
  parts: () => [{ name: stage, reads }],
  run: (_, onFailure) => runDeno({ stage, targets: serverTestFolders }, onFailure),
  runSelected: ({ files, words }: Selection, onFailure) =>
    runDeno({ stage, targets: files, filter: words.length === 0 ? undefined : `(?i)${inOrder(words)}` }, onFailure),
  repeat: (failure) => runDeno({ stage, ...thatOf(failure) }),
}

const uploadedStage = 'function as uploaded'
const uploadedTargets = ['edge-functions/api', 'tools/doctor', 'tools/acceptance/acceptance.test.ts']

/** The tests of the function and of the doctor, and whole visits, once more, on what the CLI uploads and on Supabase's version of Deno. */
export const uploadedFunctionTests: Stage = {
  name: uploadedStage,
  sharesCores: true,
  parts: () => [{ name: uploadedStage, reads }],
  run: (_, onFailure) => runDeno({ stage: uploadedStage, targets: uploadedTargets, isUploaded: true }, onFailure),
  repeat: (failure) => runDeno({ stage: uploadedStage, ...thatOf(failure), isUploaded: true }),
}

/** What runs the failed test alone. */
function thatOf({ file = '', name }: Failure): Pick<Run, 'targets' | 'filter'> {
  return { targets: [file], filter: name === file ? undefined : `^${escapeRegExp(name)}$` }
}
