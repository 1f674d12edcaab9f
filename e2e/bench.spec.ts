import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from '@playwright/test'
import { benchmarkNames } from '../bench/command-line.ts'

const run = promisify(execFile)

// `memory` reads /proc, which Linux alone has.
for (const name of benchmarkNames.filter((name) => name !== 'memory' || process.platform === 'linux')) {
  test(`The benchmark ${name} measures each of its probes once`, async () => {
    await run(process.execPath, ['tools/deno.mjs', 'run', '-A', 'bench/main.ts', name, '--trial'], { timeout: 240_000 })
  })
}
