import { fileURLToPath } from 'node:url'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const fixtures = new URL('lint-fixtures/', import.meta.url)
const oxlint = fileURLToPath(new URL('../node_modules/oxlint/bin/oxlint', import.meta.url))

test('every planted violation of the folder laws is noticed, and nothing else', () => {
  const planted = globSync('**/*.{ts,tsx}', { cwd: fileURLToPath(fixtures) }).flatMap((file) =>
    readFileSync(new URL(file, fixtures), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const rule = /\/\/ violates (\S+)$/.exec(line)?.[1]
        return rule === undefined ? [] : [`${file}:${index + 1} ${rule}`]
      }),
  )
  expect(planted.length).toBeGreaterThan(8)
  expect(lint().toSorted()).toEqual(planted.toSorted())
})

function lint(): string[] {
  let output = ''
  try {
    output = execFileSync(process.execPath, [oxlint, '--type-aware', '-c', '../../.oxlintrc.json', '-f', 'unix', '.'], {
      cwd: fileURLToPath(fixtures),
      encoding: 'utf8',
    })
  } catch (error) {
    // Exit code 1 says that something was found, which is the point here.
    if (!(error instanceof Error && 'stdout' in error)) throw error
    output = String(error.stdout)
  }
  return output.split('\n').flatMap((line) => {
    const match = /^(.+?):(\d+):\d+: .*\[Error\/(\S+)\]$/.exec(line)
    return match === null ? [] : [`${match[1]}:${match[2]} ${match[3]}`]
  })
}
