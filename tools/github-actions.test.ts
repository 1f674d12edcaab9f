import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { expect, test } from 'vitest'

// The package imports JSON without saying so, which Node refuses.
const hooks = registerHooks({
  load: (url, context, next) => next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')
hooks.deregister()

const content = readFileSync('deploy/github-actions.yml', 'utf8')

/** What GitHub would say of a workflow. */
const problemsOf = (content: string): readonly string[] =>
  parseWorkflow({ name: 'deploy.yml', content }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message)

test('GitHub takes the workflow that deploys', () => {
  expect(problemsOf(content)).toEqual([])
})

test('A workflow with a key that GitHub does not know, or an expression without its end, is refused', () => {
  expect(problemsOf(content.replace('needs: check', 'need: check'))).toEqual([expect.stringContaining("Unexpected value 'need'")])
  expect(problemsOf(content.replace('secrets.PUBLISH_HOOK }}', 'secrets.PUBLISH_HOOK'))).not.toEqual([])
})

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
