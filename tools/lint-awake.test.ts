import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const cwd = 'tools/lint-fixtures'
const oxlint = new URL('../node_modules/oxlint/bin/oxlint', import.meta.url)

test('every planted violation of the folder laws is noticed, and nothing else', () => {
  const planted = globSync('**/*.{ts,tsx}', { cwd }).flatMap((file) =>
    readFileSync(`${cwd}/${file}`, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const rule = /\/\/ violates (\S+)$/.exec(line)?.[1]
        return rule === undefined ? [] : [`${file}:${index + 1} ${rule}`]
      }),
  )
  const args = [fileURLToPath(oxlint), '--type-aware', '-c', '../../.oxlintrc.json', '-f', 'unix', '.']
  const { stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  const noticed = [...stdout.matchAll(/^(.+?:\d+):\d+: .*\[Error\/(\S+)\]$/gm)].map(([, at, rule]) => `${at} ${rule}`)
  expect(planted.length).toBeGreaterThan(8)
  expect(noticed.toSorted()).toEqual(planted.toSorted())
})
