import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { findNode } from '../tools/programs.mjs'
import { Device } from './testing/device.ts'
import { newAddress, password } from './testing/family.ts'
import { onOwnStack } from './testing/stack.ts'
import type { OwnStack } from './testing/stack.ts'

const project = fileURLToPath(new URL('../', import.meta.url))
const story = onOwnStack({ postgresPort: freePort(), rateLimits: true })

/** After this, it hangs; a start on a busy machine takes a fraction of that. */
const longestStartMs = 120_000

function freePort(): number {
  using listener = Deno.listen({ port: 0, hostname: '127.0.0.1' })
  return listener.addr.port
}

/** What `supabase status -o env` prints of the services of `stack`. */
const statusOf = (stack: OwnStack, functionsPort: number) =>
  Object.entries({
    ANON_KEY: stack.keys.publishableKey,
    API_URL: stack.url,
    DB_URL: stack.postgres.url ?? assert.fail('no port'),
    JWT_SECRET: stack.keys.jwtSecret,
    FUNCTIONS_URL: `http://127.0.0.1:${functionsPort}`,
    MAILPIT_URL: `${stack.url}/mailbox`,
    PUBLISHABLE_KEY: stack.keys.publishableKey,
    SECRET_KEY: stack.keys.secretKey,
  })
    .map(([name, value]) => `${name}="${value}"\n`)
    .join('')

/** The CLI of Supabase, as far as `npm run dev:supabase` asks it: its function is ours, on the services of `stack`. */
async function writeCli(folder: string, status: string, serve: string): Promise<string> {
  const file = `${folder}/supabase`
  await Deno.writeTextFile(`${folder}/status`, status)
  await Deno.writeTextFile(
    file,
    `#!/bin/sh
case "$*" in
  "status -o env") cat '${folder}/status' ;;
  "functions serve --env-file "*) set -a; . "$4"; set +a; ${serve} ;;
  *) echo "unknown: $*" >&2; exit 1 ;;
esac
`,
    { mode: 0o700 },
  )
  return file
}

/** `npm run dev:supabase` as a process of its own, and all that it said. */
class DevSupabase {
  output = ''
  readonly process: Deno.ChildProcess
  readonly #ended: Promise<void>

  constructor(cli: string, args: readonly string[], env: Readonly<Record<string, string>>) {
    this.process = new Deno.Command(findNode(), {
      args: [`${project}tools/dev-supabase.mjs`, ...args],
      env: { SUPABASE_CLI_BINARY_OVERRIDE: cli, NO_COLOR: '1', ...env },
      stdin: 'null',
      stdout: 'piped',
      stderr: 'piped',
    }).spawn()
    const tooLong = setTimeout(() => this.process.kill('SIGKILL'), longestStartMs)
    this.#ended = Promise.all([this.#read(this.process.stdout), this.#read(this.process.stderr)]).then(() => clearTimeout(tooLong))
  }

  async #read(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      this.output += text
      this.#heard()
    }
    this.#heard()
  }

  #heard: () => void = () => {}

  async says(pattern: RegExp): Promise<void> {
    const isOver = this.#ended.then(() => 'over')
    while (!pattern.test(this.output)) {
      const heard = new Promise<string>((resolve) => (this.#heard = () => resolve('heard')))
      if ((await Promise.race([heard, isOver])) === 'over' && !pattern.test(this.output)) assert.fail(this.output)
    }
  }

  async end(signal?: Deno.Signal): Promise<number> {
    try {
      if (signal !== undefined) this.process.kill(signal)
    } catch {
      // It has ended by itself.
    }
    const { code } = await this.process.status
    await this.#ended
    return code
  }
}

story('A developer runs the app on a stack of the Supabase CLI, signs a family up, and finds the demo family there', async (stack) => {
  const folder = await Deno.makeTempDir()
  const functionsPort = freePort()
  const port = freePort()
  const serve = `exec '${Deno.execPath()}' serve --quiet -A --no-check --host=127.0.0.1 --port=${functionsPort} '${project}edge-functions/api/index.ts'`
  const cli = await writeCli(folder, statusOf(stack, functionsPort), serve)
  // What the runtime of edge functions tells each of them.
  const given = {
    SUPABASE_URL: stack.url,
    SUPABASE_DB_URL: stack.postgres.url ?? '',
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: stack.keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: stack.keys.secretKey }),
  }
  const start = () => new DevSupabase(cli, ['--demo', '--secrets', `${folder}/secrets`], { PORT: String(port), ...given })
  let dev = start()
  try {
    await dev.says(/Demo family: sign in as \S+ with the password \S+\n/)
    assert.match(dev.output, new RegExp(`on this machine: +http://localhost:${port}\\n`))
    assert.match(dev.output, new RegExp(`mailbox: +${stack.url}/mailbox\\n`))

    const device = new Device(`http://localhost:${port}`)
    const signedUp = await device.ask('signup', {}, { body: { firstName: 'Anna', lastName: 'Berg', email: newAddress(), password } })
    assert.deepEqual(
      signedUp.headers.getSetCookie().map((cookie) => cookie.split('=')[0]),
      ['bq_access', 'bq_refresh', 'bq_device'],
    )
    assert.equal((await device.call('myFamilies', {})).length, 1)
    assert.match((await device.call('health', {})).caller ?? '', /^(::1|(::ffff:)?127\.0\.0\.1)$/)
    assert.match(await (await fetch(`http://localhost:${port}/`)).text(), /@vite\/client/)

    const secrets = await Deno.readTextFile(`${folder}/secrets`)
    const [, email, demoPassword] = /sign in as (\S+) with the password (\S+)\n/.exec(dev.output) ?? []
    assert.equal(await dev.end('SIGINT'), 0)
    dev = start()
    await dev.says(/Demo family: sign in as/)
    assert.equal(await Deno.readTextFile(`${folder}/secrets`), secrets)
    const nora = new Device(`http://localhost:${port}`)
    await nora.call('login', {}, { email, password: demoPassword })
    assert.equal((await nora.call('myFamilies', {})).length, 1)
  } finally {
    await dev.end('SIGTERM')
    await Deno.remove(folder, { recursive: true })
  }
})

for (const [what, status, serve, sentence] of [
  ['Without Docker', undefined, '', /Docker is not there\. Start it, or set SUPABASE_EXPERIMENTAL_STACK=1/],
  ['Without a stack', '', '', /No stack of Supabase runs on this machine\. Start one: npx supabase start/],
  ['Where the function cannot be served', 'API_URL="http://127.0.0.1:1"\n', 'exit 1', /`supabase functions serve` has ended/],
] as const) {
  Deno.test(`${what}, a developer is told what to do`, async () => {
    const folder = await Deno.makeTempDir()
    const missing = "echo 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock.' >&2; exit 1"
    const cli = await writeCli(folder, status ?? '', serve)
    if (status === undefined) await Deno.writeTextFile(cli, `#!/bin/sh\n${missing}\n`)
    try {
      const dev = new DevSupabase(cli, ['--secrets', `${folder}/secrets`], { PORT: String(freePort()) })
      assert.equal(await dev.end(), 1)
      assert.match(dev.output, sentence)
    } finally {
      await Deno.remove(folder, { recursive: true })
    }
  })
}
