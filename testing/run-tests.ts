import { startPostgres } from '../embedded/postgres/server.ts'
import { connectTo } from '../embedded/postgres/connect.ts'
import { runnerVariable } from './runner.ts'
import type { SharedDatabase, SharedStack } from './runner.ts'
import { closeStack, openStack } from './stack.ts'
import { makeTemplate, migratedFolder } from './template.ts'
import { shareUpload } from './uploaded-function.ts'

// Runs `deno test` with one stack and one Postgres for all files that need only a family or a database of their own.
// Its arguments are those of `deno test`; with `--uploaded` before them, all stacks serve what the CLI of Supabase
// uploads of the function, on the Deno of its edge runtime. What no file asks for is never started.

// Enough for as many test files at once as a large machine has cores.
const maxConnections = 300
const disposers: (() => Promise<void>)[] = []

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

const stack = once(async (): Promise<SharedStack> => {
  // A failed story shows the stack's log lines. Replaced before the start, because its parts read `console.error` when
  // they start.
  const log = await Deno.makeTempFile()
  console.error = (...words: unknown[]) => Deno.writeTextFileSync(log, `${words.join(' ')}\n`, { append: true })
  const started = await openStack({ maxConnections })
  disposers.push(async () => {
    await closeStack(started)
    await Deno.remove(log)
  })
  const { url, keys, folder, postgres } = started
  return { url, keys, folder, socket: postgres.socket, log }
})

const server = once(async () => {
  const folder = await migratedFolder()
  const { socket, stop } = await startPostgres({ folder, maxConnections })
  // Connects to another database, because one with connections cannot be copied.
  const sql = connectTo(socket, 'supabase_admin', 1, 'template1')
  disposers.push(async () => {
    await sql.end()
    await stop()
    await Deno.remove(folder, { recursive: true })
  })
  return { socket, sql }
})

let databases = 0

async function makeDatabase(): Promise<SharedDatabase> {
  const { socket, sql } = await server()
  const name = `test_${++databases}`
  await sql.unsafe(`create database ${name} template postgres strategy file_copy`)
  await sql.unsafe(`grant create on database ${name} to postgres`)
  return { socket, name }
}

async function answer(request: Request): Promise<Response> {
  try {
    return Response.json(await (new URL(request.url).pathname === '/stack' ? stack() : makeDatabase()))
  } catch (error) {
    return new Response(String(error), { status: 500 })
  }
}

const [first, ...others] = Deno.args
const isUploaded = first === '--uploaded'
if (isUploaded) for (const [name, value] of Object.entries(await shareUpload())) Deno.env.set(name, value)

await makeTemplate()
const runner = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, answer)
const tests = new Deno.Command(Deno.execPath(), {
  args: ['test', '-A', '--no-check', ...(isUploaded ? others : Deno.args)],
  env: { [runnerVariable]: `http://127.0.0.1:${runner.addr.port}` },
  stdin: 'null',
  stdout: 'inherit',
  stderr: 'inherit',
}).spawn()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) Deno.addSignalListener(signal, () => tests.kill(signal))
const { code } = await tests.status
await Promise.all(disposers.map((dispose) => dispose()))
await runner.shutdown()
Deno.exit(code)
