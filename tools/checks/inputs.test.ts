import { globSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { fingerprintOf, forgetDigests, undeclared } from './inputs.ts'

const folder = mkdtempSync(join(tmpdir(), 'bubblequest-inputs-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a fingerprint changes with each file that is read and with each version, and else stays', () => {
  const part = { name: 'a stage', reads: [folder] }
  const file = join(folder, 'quest.ts')
  writeFileSync(file, 'one')
  const before = fingerprintOf(part)
  expect(fingerprintOf(part)).toBe(before)
  expect(fingerprintOf({ ...part, versions: ['Chromium 153'] })).not.toBe(before)
  writeFileSync(file, 'two')
  forgetDigests()
  expect(fingerprintOf(part)).not.toBe(before)
})

test('a file that is read and not named by any part is found', () => {
  const parts = [
    { name: 'a', reads: ['domain', 'deno.json'] },
    { name: 'b', reads: ['e2e/live.spec.ts'] },
  ]
  expect(undeclared(['domain/rules/gems.ts', 'deno.json', 'e2e/live.spec.ts', 'package.json', 'domains.ts', 'README.md'], parts)).toEqual([
    'domains.ts',
    'README.md',
  ])
})

test.each(globSync('e2e/*.spec.ts'))('%s stands on files alone', (file) => expect(importsOf(file).filter((path) => !statSync(path).isFile())).toEqual([]))

test('a story stands on the helpers that its helpers import', () => {
  expect(importsOf('e2e/uploads.spec.ts')).toEqual(expect.arrayContaining(['e2e/uploads.ts', 'e2e/upload-site.ts', 'e2e/uploads-page.ts']))
  expect(importsOf('e2e/kid-parts.spec.ts')).toEqual(
    expect.arrayContaining(['e2e/kid-parts.spec.ts', 'e2e/tablet.ts', 'e2e/family.ts', 'e2e/deeds.ts', 'e2e/intercept.ts']),
  )
})
