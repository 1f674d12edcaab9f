import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { familyChecks } from '../tools/doctor/checks.ts'
import { startManagementApi, supabaseCli } from '../testing/management-api.ts'

const read = (path: string): Promise<string> => Deno.readTextFile(new URL(`../${path}`, import.meta.url))

type Command = { told: string; env: Record<string, string> }

/** What a document tells the CLI of Supabase, also by `npm run hosted`, with what its block exports before. */
const commandsOf = (document: string): Command[] =>
  document
    .replaceAll('\\\n', ' ')
    .split('```')
    .flatMap((block) => {
      const exported = [...block.matchAll(/^ *export (\w+)=(\S+)/gm)].map(([, name = '', value = '']) => [name, value])
      const commands = block.matchAll(/(?:npx supabase|npm run hosted --) ([^\n`#&]+)/g)
      return [...commands].map(([, told = '']) => ({ told: told.trim(), env: Object.fromEntries(exported) }))
    })

/** Fails where the CLI has no such command, or the command no such flag. */
async function assertCliKnows(help: (command: Command) => Promise<string>, { told, env }: Command): Promise<void> {
  const [names = '', ...flags] = told.split(/ (?=-)/)
  const output = await help({ told: names, env })
  const [, path = ''] = /^USAGE\n +supabase (.*?)(?: \[flags\]| <|$)/m.exec(output) ?? []
  assert.equal(`${names} `.startsWith(`${path} `), true, `supabase ${told}`)
  assert.doesNotMatch(output, /^USAGE\n.*<subcommand>/m, `supabase ${told}`)
  for (const flag of flags.map((words) => words.replace(/[ =].*/, '')))
    assert.match(output, new RegExp(`(^|[ ,])${flag}(?![\\w-])`, 'm'), `supabase ${told} has no ${flag}`)
}

Deno.test('Each command that the documents say for the CLI of Supabase is one of it, with flags that it has', async () => {
  const cli = await startManagementApi(() => Promise.resolve(undefined))
  const known = new Map<string, Promise<string>>()
  // Asked once, because the CLI takes a second to start.
  const help = ({ told, env }: Command) => {
    const key = JSON.stringify([told, env])
    const asked =
      known.get(key) ?? cli.run(supabaseCli, [...told.split(' '), '--help'], env).then(({ output }) => output)
    known.set(key, asked)
    return asked
  }
  try {
    const documents = await Promise.all(['docs/deploy.md', 'docs/self-hosted-supabase.md', 'CONTRIBUTING.md'].map(read))
    const commands = documents.flatMap(commandsOf)
    assert.ok(commands.length > 8)
    for (const command of commands) await assertCliKnows(help, command)
    await assert.rejects(assertCliKnows(help, { told: 'db pusch', env: {} }))
    await assert.rejects(assertCliKnows(help, { told: 'db push --linked', env: {} }), /has no --linked/)
  } finally {
    await cli.close()
  }
})

Deno.test('What a native start of the CLI leaves is named, and comes neither into a commit nor into an image', async () => {
  const document = await read('docs/deploy.md')
  const [, native = ''] = document.split('## On your own machine, without Docker')
  const ignored = await Promise.all(['.gitignore', '.dockerignore'].map(read))
  for (const name of ['supabase.lock', '.gitignore']) {
    assert.ok(native.includes(`\`${name}\``), name)
    for (const lines of ignored) assert.ok(lines.split('\n').includes(`supabase/${name}`), name)
  }
})

Deno.test('The CLI reads the variable by which the document lets root start it', async () => {
  const document = await read('docs/deploy.md')
  const [, name = ''] = /Root may not run Postgres: .*?`(SUPABASE_\w+)`/s.exec(document) ?? []
  const folder = new URL('../node_modules/@supabase/', import.meta.url)
  const [own] = [...Deno.readDirSync(folder)].filter((entry) => entry.name.startsWith('cli-'))
  const program = await Deno.readFile(new URL(`${own?.name ?? assert.fail('There is no CLI')}/bin/supabase`, folder))
  assert.ok(Buffer.from(program.buffer).includes(name || assert.fail('It names no variable')))
})

for (const name of ['deploy', 'self-hosting', 'self-hosted-supabase']) {
  Deno.test(`Each command that docs/${name}.md says for npm, and each file of ours that it names, is there`, async () => {
    const document = await read(`docs/${name}.md`)
    const { scripts } = JSON.parse(await read('package.json'))
    const commands = [...document.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script)
    const file = /\b(?:deploy|embedded|supabase)\/(?:[\w-]+\/)*(?:[\w-]+\.\w+|Caddyfile|Containerfile)\b/g
    const files = document.match(file) ?? []
    assert.ok(commands.length > 1 && files.length > 1)
    for (const script of commands) assert.ok(script in scripts, script)
    await Promise.all(files.map(read))
  })
}

Deno.test('The workflow names the secrets that it reads, gives the CLI every value that a hosted project needs, checks before it deploys, and publishes the app after its function', async () => {
  const workflow = await read('deploy/github-actions.yml')
  const comment = workflow.slice(0, workflow.indexOf('name: Deploy'))
  const secrets = [...workflow.matchAll(/secrets\.([A-Z_]+)/g)].map(([, name = '']) => name)
  assert.ok(secrets.length > 5)
  for (const name of secrets) assert.ok(comment.includes(name), name)
  const needed = [...(await read('supabase/config.toml')).matchAll(/env\(([A-Z_]+)\)/g)].map(([, name = '']) => name)
  assert.ok(needed.includes('SUPABASE_SMTP_PASS'))
  for (const name of needed) assert.ok(workflow.includes(`      ${name}: \${{ secrets.${name} }}`), name)
  const commands = [...workflow.matchAll(/^ +- run: (.*)$/gm)].map(([, command]) => command)
  assert.deepEqual(commands, [
    'npm run check',
    'npm ci',
    'npm run hosted -- db push --yes',
    'npm run hosted -- config push --yes',
    'npm run hosted -- functions deploy api --use-api --yes',
    'curl --fail --silent --show-error --request POST "$PUBLISH_HOOK"',
  ])
  assert.match(workflow, /deploy:\n +needs: check/)
})

Deno.test('The document names existing checks for everything not yet tried on a hosted project', async () => {
  const [, table = ''] = (await read('docs/deploy.md')).split('## Not yet seen on a hosted project')
  const named = [...table.matchAll(/\*([A-Z][^*]+)\*/g)].map(([, name = '']) => name)
  assert.ok(named.length > 8)
  const names = familyChecks.map(({ name }) => name)
  for (const name of named) assert.ok(names.includes(name), name)
})

Deno.test('Each setting that the documents of a deployment name is read by somebody, and each that is needed is named', async () => {
  const [settings = '', config = '', ...others] = await Promise.all(
    ['edge-functions/api/settings.ts', 'supabase/config.toml', 'deploy/proxy.ts', 'tools/doctor/main.ts'].map(read),
  )
  const readers = [settings, config, ...others].join()
  const documents = ['docs/deploy.md', 'deploy/production.env', 'deploy/netlify.toml', 'deploy/wrangler.jsonc']
  const [document = '', production = '', ...files] = await Promise.all(
    [...documents, 'deploy/github-actions.yml'].map(read),
  )
  const named = [document, production, ...files].join()
  for (const [name] of named.matchAll(/\b(?:BUBBLEQUEST|SUPABASE_(?:SITE|SMTP))_[A-Z_]+/g))
    assert.ok(readers.includes(name), `Nobody reads ${name}`)
  for (const [, name = ''] of config.matchAll(/env\((\w+)\)/g)) assert.match(production, new RegExp(`\\b${name}\\b`))
  const [, table = ''] = document.split('### What the function reads')
  const readByFunction = settings.match(/(?<=^ {2})(?:BUBBLEQUEST|SUPABASE)_[A-Z_]+(?=:)/gm) ?? []
  assert.ok(readByFunction.length > 8)
  // Tests alone switch the limits off.
  for (const name of readByFunction.filter((each) => each !== 'BUBBLEQUEST_RATE_LIMITS'))
    assert.ok(table.includes(`\`${name}\``), name)
})
