import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from '@playwright/test'

// Its probes press most of the app; the types of the other benchmarks are checked.
test('the benchmark of interaction measures each of its probes once', async () => {
  const args = ['tools/deno.mjs', 'run', '-A', 'bench/main.ts', 'interaction', '--trial']
  await promisify(execFile)(process.execPath, args, { timeout: 240_000 })
})
