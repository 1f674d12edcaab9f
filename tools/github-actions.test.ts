import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const content = readFileSync('deploy/github-actions.yml', 'utf8')

test('The workflow names the secrets that it reads, and gives the CLI every value that a hosted project needs', () => {
  const comment = content.slice(0, content.indexOf('name: Deploy'))
  const read = [...content.matchAll(/secrets\.([A-Z_]+)/g)].map(([, name]) => name)
  expect(read.length).toBeGreaterThan(5)
  for (const name of read) expect(comment).toContain(name)
  const needed = [...readFileSync('supabase/config.toml', 'utf8').matchAll(/env\(([A-Z_]+)\)/g)].map(([, name]) => name)
  expect(needed).toContain('SUPABASE_SMTP_PASS')
  for (const name of needed) expect(content).toContain(`      ${name}: \${{ secrets.${name} }}`)
})

test('The workflow checks before it deploys, and publishes the app after its function', () => {
  const commands = [...content.matchAll(/^ +- run: (.*)$/gm)].map(([, command]) => command)
  expect(commands).toEqual([
    'npm run check',
    'npm ci',
    'npm run hosted -- db push --yes',
    'npm run hosted -- config push --yes',
    'npm run hosted -- functions deploy api --use-api --yes',
    'curl --fail --silent --show-error --request POST "$PUBLISH_HOOK"',
  ])
  expect(content).toMatch(/deploy:\n +needs: check/)
})
