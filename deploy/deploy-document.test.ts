import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { familyChecks } from '../tools/doctor/checks.ts'
import { startManagementApi, supabaseCli } from '../testing/management-api.ts'
import type { ManagementApi } from '../testing/management-api.ts'

const read = (path: string): Promise<string> => Deno.readTextFile(new URL(`../${path}`, import.meta.url))

const unescaped = (text: string) => text.replaceAll('\\\n', ' ')

type Command = { words: readonly string[]; env: Readonly<Record<string, string>> }

/**
 * The commands of a document: lines of its `sh` blocks, with what the block exports before them, and code inside of
 * sentences.
 */
function commandsOf(document: string): Command[] {
  const blocks = [...document.matchAll(/^ *```sh\n([^]*?)^ *```/gm)].map(([, block = '']) =>
    unescaped(block).split('\n'),
  )
  const inSentences = [...document.replaceAll(/^ *```[^]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, line = '']) => [line],
  )
  return [...blocks, ...inSentences].flatMap((lines) => {
    const env: Record<string, string> = {}
    return lines.flatMap((whole) => {
      const line = whole.replace(/ &&(?= *(#|$))/, '')
      const words = line
        .replace(/(^|\s)#.*$/, '')
        .split(/\s+/)
        .filter((word) => word !== '' && !/^[A-Z_]+=/.test(word))
      const [, name, value] = /^\s*export ([A-Z_]+)=(\S+)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) env[name] = value
      return words.length === 0 ? [] : [{ words, env: { ...env } }]
    })
  })
}

/**
 * Returns the arguments of a command for the CLI of Supabase, also by `npm run hosted`; undefined for other programs.
 */
function toldToCli({ words }: Command): readonly string[] | undefined {
  if (words[0] === 'npx' && words[1] === 'supabase') return words.slice(2)
  return words.slice(0, 4).join(' ') === 'npm run hosted --' ? words.slice(4) : undefined
}

type Help = (names: readonly string[], env: Command['env']) => Promise<string>

/** Asks the CLI for the help of each command once, because it takes a second to start. */
function helpOf(cli: ManagementApi): Help {
  const known = new Map<string, Promise<string>>()
  return (names, env) => {
    const key = JSON.stringify([names, env])
    const help = known.get(key) ?? cli.run(supabaseCli, [...names, '--help'], env).then(({ output }) => output)
    known.set(key, help)
    return help
  }
}

/** Fails where the CLI has no such command, or the command no such flag. */
async function assertCliKnows(help: Help, told: readonly string[], env: Command['env']): Promise<void> {
  const names = told.slice(0, told.findIndex((word) => word.startsWith('-')) >>> 0)
  const output = await help(names, env)
  const [, path = ''] = /^USAGE\n +supabase (.*?)(?: \[flags\]| <|$)/m.exec(output) ?? []
  assert.equal(names.slice(0, path.split(' ').length).join(' '), path, `supabase ${told.join(' ')}`)
  assert.doesNotMatch(output, /^USAGE\n.*<subcommand>/m, `supabase ${told.join(' ')}`)
  for (const flag of told.filter((word) => word.startsWith('-'))) {
    const name = flag.replace(/=.*/, '')
    assert.match(output, new RegExp(`(^|[ ,])${name}(?![\\w-])`, 'm'), `supabase ${told.join(' ')} has no ${name}`)
  }
}

Deno.test('Each command that the documents say for the CLI of Supabase is one of it, with flags that it has', async () => {
  const cli = await startManagementApi(() => Promise.resolve(undefined))
  try {
    const help = helpOf(cli)
    const documents = await Promise.all(['docs/deploy.md', 'docs/self-hosted-supabase.md', 'CONTRIBUTING.md'].map(read))
    const commands = documents.flatMap(commandsOf).flatMap((command) => {
      const told = toldToCli(command)
      return told === undefined ? [] : [{ told, env: command.env }]
    })
    assert.ok(commands.length > 8)
    for (const { told, env } of commands) await assertCliKnows(help, told, env)
    await assert.rejects(assertCliKnows(help, ['db', 'pusch'], {}))
    for (const gone of ['--linked', '--db-url'])
      await assert.rejects(assertCliKnows(help, ['db', 'push', gone], {}), new RegExp(`has no ${gone}`))
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
    const commands = [...document.matchAll(/npm run ([\w:-]+)/g)]
    const files = [
      ...document.matchAll(/\b(?:deploy|embedded|supabase)\/(?:[\w-]+\/)*(?:[\w-]+\.\w+|Caddyfile|Containerfile)\b/g),
    ]
    assert.ok(commands.length > 1 && files.length > 1)
    for (const [, script = ''] of commands) assert.ok(script in scripts, script)
    for (const [file] of files) await read(file)
  })
}

Deno.test('The workflow names the secrets that it reads, and gives the CLI every value that a hosted project needs', async () => {
  const workflow = await read('deploy/github-actions.yml')
  const comment = workflow.slice(0, workflow.indexOf('name: Deploy'))
  const secrets = [...workflow.matchAll(/secrets\.([A-Z_]+)/g)].map(([, name = '']) => name)
  assert.ok(secrets.length > 5)
  for (const name of secrets) assert.ok(comment.includes(name), name)
  const needed = [...(await read('supabase/config.toml')).matchAll(/env\(([A-Z_]+)\)/g)].map(([, name = '']) => name)
  assert.ok(needed.includes('SUPABASE_SMTP_PASS'))
  for (const name of needed) assert.ok(workflow.includes(`      ${name}: \${{ secrets.${name} }}`), name)
})

Deno.test('The workflow checks before it deploys, and publishes the app after its function', async () => {
  const workflow = await read('deploy/github-actions.yml')
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
  const readers = (
    await Promise.all(
      ['edge-functions/api/settings.ts', 'deploy/proxy.ts', 'tools/doctor/main.ts', 'supabase/config.toml'].map(read),
    )
  ).join()
  const production = await read('deploy/production.env')
  const namesIn = (text: string) =>
    new Set([...text.matchAll(/\b(?:BUBBLEQUEST|SUPABASE_(?:SITE|SMTP))_[A-Z_]+/g)].map(([name]) => name))
  for (const file of [
    'docs/deploy.md',
    'deploy/production.env',
    'deploy/netlify.toml',
    'deploy/wrangler.jsonc',
    'deploy/github-actions.yml',
  ]) {
    for (const name of namesIn(await read(file)))
      assert.ok(readers.includes(name), `${file} names ${name}, which nobody reads`)
  }
  for (const [, name = ''] of (await read('supabase/config.toml')).matchAll(/env\((\w+)\)/g))
    assert.ok(namesIn(production).has(name), name)
  const table = (await read('docs/deploy.md')).split('### What the function reads')[1] ?? ''
  const settings =
    (await read('edge-functions/api/settings.ts')).match(/^ {2}(?:BUBBLEQUEST|SUPABASE)_[A-Z_]+(?=:)/gm) ?? []
  assert.ok(settings.length > 8)
  // Tests alone switch the limits off.
  for (const name of settings.map((line) => line.trim()))
    if (name !== 'BUBBLEQUEST_RATE_LIMITS') assert.ok(table.includes(`\`${name}\``), name)
})
