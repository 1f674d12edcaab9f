import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundle } from './build.mjs'

/** Has the bundler print its largest memory, in kB, as its last line. */
const measured = `--import=data:text/javascript,process.on('exit',()=>console.error(process.resourceUsage().maxRSS))`

test('a machine of 512 MB has room for the build', { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'bubblequest-build-'))
  const { status, stderr } = bundle(folder, { ...process.env, NODE_OPTIONS: measured, NODE_ENV: 'production' })
  rmSync(folder, { recursive: true })
  expect(status, stderr).toBe(0)
  const [kilobytes] = stderr.trim().split('\n').slice(-1)
  expect(Number(kilobytes) / 1024).toBeGreaterThan(100)
  expect(Number(kilobytes) / 1024).toBeLessThan(480)
})
