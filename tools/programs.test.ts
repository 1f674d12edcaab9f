import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unsupported } from './programs.mjs'

test.each([
  [{ platform: 'linux', arch: 'x64', libc: 'glibc' }, /^$/],
  [{ platform: 'linux', arch: 'arm64', libc: 'glibc' }, /^$/],
  [{ platform: 'darwin', arch: 'arm64', libc: undefined }, /^$/],
  [{ platform: 'darwin', arch: 'x64', libc: undefined }, /^$/],
  [{ platform: 'win32', arch: 'x64', libc: undefined }, /WSL 2/],
  [{ platform: 'linux', arch: 'arm', libc: 'glibc' }, /64-bit Raspberry Pi OS/],
  [{ platform: 'linux', arch: 'x64', libc: 'musl' }, /glibc.*musl/],
  [{ platform: 'freebsd', arch: 'x64', libc: undefined }, /Linux, on macOS and in WSL 2/],
] as const)('%j is told what it needs, if anything', (machine, sentence) =>
  expect(unsupported(machine) ?? '').toMatch(sentence),
)

// npm keeps either of the two programs that are called `deno`.
test('programs on Deno run on the Deno of the product', () => {
  const { scripts, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'scripts' | 'dependencies',
    Record<string, string>
  >
  expect(Object.values(scripts).filter((script) => /(^|[ /])deno(?!\.mjs)/.test(script))).toEqual([])
  expect(execFileSync(process.execPath, ['tools/deno.mjs', '--version'], { encoding: 'utf8' })).toMatch(
    new RegExp(`^deno ${dependencies['deno']} `),
  )
})
