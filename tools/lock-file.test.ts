import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  buildOf,
  complete,
  findMissing,
  findWithoutDigest,
  unpublished,
  type Manifest,
  type Packages,
} from './complete-lock.mjs'
import { isBuiltFor } from './install.mjs'

const packagesIn = (file: string): Packages => JSON.parse(readFileSync(file, 'utf8')).packages
const packages = packagesIn('package-lock.json')

test('the lock file has an entry for each optional package; `npm run complete-lock` adds what is missing', () => {
  expect(findMissing(packages)).toEqual({})
})

test('every package of each lock file has a digest, except development tools that no registry has', () => {
  const without = findWithoutDigest(packages)
  expect(without.filter(([, { dev, optional }]) => !(dev && optional))).toEqual([])
  expect([...new Set(without.map(buildOf))].toSorted()).toEqual(unpublished)
  expect(findWithoutDigest(packagesIn('tools/browser/package-lock.json'))).toEqual([])
})

test.each([
  ['a Mac with Apple silicon', { os: 'darwin', cpu: 'arm64', libc: undefined }],
  ['a Mac with Intel', { os: 'darwin', cpu: 'x64', libc: undefined }],
  ['a Raspberry Pi', { os: 'linux', cpu: 'arm64', libc: 'glibc' }],
])('npm installs on %s a build of everything that has one for Linux on x64', (_, machine) => {
  const buildsFor = (wanted: typeof machine) =>
    new Set(
      Object.entries(packages)
        .filter(([, entry]) => entry.optional && isBuiltFor(entry, wanted))
        .map(buildOf),
    )
  const onLinux = buildsFor({ os: 'linux', cpu: 'x64', libc: 'glibc' })
  expect(onLinux.size).toBeGreaterThan(12)
  expect([...buildsFor(machine)]).toEqual(expect.arrayContaining([...onLinux]))
})

test('`npm run complete-lock` adds builds of other machines and digests, as far as the registry has them', async () => {
  const name = '@tool/darwin-x64'
  const tool = { version: '1.0.0', integrity: 'sha512-tool', dev: true, optionalDependencies: { [name]: '1.0.0' } }
  const lock: Packages = {
    '': { version: '1.0.0' },
    [`node_modules/${name}`]: { version: '2.0.0', integrity: 'sha512-two' },
    'node_modules/lib': { version: '2.0.0' },
    'node_modules/tool': tool,
  }
  const build = { version: '1.0.0', dev: true, optional: true, os: ['darwin'], cpu: ['x64'] }
  const inRegistry: Record<string, Manifest> = {
    [name]: { os: ['darwin'], cpu: ['x64'], dist: { integrity: 'sha512-mac' } },
  }
  const own = `node_modules/tool/node_modules/${name}`
  const completed = await complete(lock, async (of) => inRegistry[of] ?? { dist: { integrity: 'sha512-lib' } })
  expect(completed).toEqual({
    ...lock,
    'node_modules/lib': { version: '2.0.0', integrity: 'sha512-lib' },
    [own]: { ...build, integrity: 'sha512-mac' },
  })
  const unknown = await complete(lock, async () => undefined)
  expect(unknown).toEqual({ ...lock, [own]: build })
  expect(findWithoutDigest(unknown).map(buildOf)).toEqual(['lib@2.0.0', '@tool/@1.0.0'])
})
