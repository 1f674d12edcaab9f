import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDeno } from '../programs.mjs'
import { serverTestFolders } from '../test-files.mjs'
import { withMemoryFolder } from '../memory-folder.mjs'
import { run } from './program.ts'
import { escapeRegExp, inOrder } from './stage.ts'
import type { Failure, OnFailure, Outcome, Selection, TestKind } from './stage.ts'
import { createTapReader, findBrokenFiles } from './tap.ts'

const name = 'server side'

async function runDeno(targets: readonly string[], filter: string | undefined, onFailure: OnFailure = () => {}): Promise<Outcome> {
  const failures: Failure[] = []
  let passed = 0
  const fail = (file: string, test: string, message: string) => {
    const failure = { stage: name, file, name: test, message }
    failures.push(failure)
    onFailure(failure)
  }
  const readTap = createTapReader((result) => {
    if (result.failed) fail(result.file, result.name, result.message)
    else passed++
  })
  const folder = mkdtempSync(join(tmpdir(), 'bubblequest-report-'))
  const junit = join(folder, 'report.xml')
  // Files that need only a family, or a database of their own, share one stack and one Postgres.
  const args = ['run', '-A', '--no-check', '--quiet', 'embedded/testing/run-tests.ts', '--quiet', '--parallel', '--permit-no-files']
  const options = filter === undefined ? [] : [`--filter=/${filter}/`]
  try {
    const { code, output } = await withMemoryFolder((env) =>
      run(findDeno(), [...args, '--reporter=tap', `--junit-path=${junit}`, ...options, ...targets], { env, onLine: readTap }),
    )
    if (code !== 0 && failures.length === 0) {
      const broken = existsSync(junit) ? findBrokenFiles(readFileSync(junit, 'utf8')) : []
      // TAP says nothing of what broke outside of a test: the other reporter does.
      for (const file of broken) fail(file, file, (await run(findDeno(), [...args, file])).output)
      if (broken.length === 0) fail(name, name, output)
    }
    return { passed, failures }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const serverTests: TestKind = {
  name,
  files: () => serverTestFolders.flatMap((folder) => globSync(`${folder}/**/*.test.ts`)),
  parts: () => [{ name, reads: ['domain', 'edge-functions', 'embedded', 'supabase', 'bench', 'tools', 'deploy', 'docs', 'dist', 'deno.json'] }],
  run: (_, onFailure) => runDeno(serverTestFolders, undefined, onFailure),
  runSelected: ({ files, words }: Selection, onFailure) => runDeno(files, words.length === 0 ? undefined : `(?i)${inOrder(words)}`, onFailure),
  repeat: ({ file = '', name }) => runDeno([file], name === file ? undefined : `^${escapeRegExp(name)}$`),
}
