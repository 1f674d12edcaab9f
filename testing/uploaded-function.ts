import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { proxy } from '../deploy/proxy.ts'
import type { ProxySettings } from '../deploy/proxy.ts'
import { findDenoOfSupabase } from '../tools/programs.mjs'
import type { RunningFunction, StackOptions } from '../embedded/stack.ts'
import { startFunctionsGateway } from './functions-gateway.ts'
import { assertSuccess, projectRef, startManagementApi, supabaseCli } from './management-api.ts'

const project = fileURLToPath(new URL('../', import.meta.url))

/** The metadata that the CLI sends with a function's files. */
const Metadata = z.object({ entrypoint_path: z.string(), import_map_path: z.string(), verify_jwt: z.boolean() })

export type Upload = { files: ReadonlyMap<string, string>; metadata: z.infer<typeof Metadata> }

/** Names the file of an upload that all stacks of a run serve in place of the function's own files. */
export const uploadVariable = 'BUBBLEQUEST_TEST_UPLOAD'

/** Uploads the function once for a run of tests. Returns the variables that the tests need in their environment. */
export async function shareUpload(): Promise<Record<string, string>> {
  const { files, metadata } = await uploadFunction()
  const file = await Deno.makeTempFile()
  await Deno.writeTextFile(file, JSON.stringify({ files: [...files], metadata }))
  return { [uploadVariable]: file }
}

/** The options of a stack that serves the upload of this run; none where there is no upload. */
export async function uploadedFunction(): Promise<Pick<StackOptions, 'runFunction' | 'postgresPort'>> {
  const file = Deno.env.get(uploadVariable)
  if (file === undefined) return {}
  const { files, metadata } = z
    .object({ files: z.array(z.tuple([z.string(), z.string()])), metadata: Metadata })
    .parse(JSON.parse(await Deno.readTextFile(file)))
  return {
    postgresPort: freePort(),
    runFunction: (environment) => runUpload({ files: new Map(files), metadata }, environment),
  }
}

/**
 * The upload of `supabase functions deploy` in the environment `env`, received by a stand-in for the Management API.
 */
export async function uploadFunction(env: Readonly<Record<string, string>> = {}): Promise<Upload> {
  const { promise: sent, resolve: receive } = Promise.withResolvers<FormData>()
  const api = await startManagementApi(async (request) => {
    if (request.method === 'POST') receive(await request.formData())
    return Response.json(
      { id: 'api', slug: 'api', name: 'api', version: 1, status: 'ACTIVE', created_at: 1, updated_at: 1 },
      { status: 201 },
    )
  })
  try {
    assertSuccess(
      await api.run(supabaseCli, ['functions', 'deploy', 'api', '--use-api', '--yes', `--remote=${projectRef}`], env),
    )
    return await readUpload(await sent)
  } finally {
    await api.close()
  }
}

async function readUpload(form: FormData): Promise<Upload> {
  const files = new Map<string, string>()
  for (const part of form.getAll('file')) {
    assert.ok(part instanceof File)
    files.set(part.name, await part.text())
  }
  const metadata = form.get('metadata')
  return {
    files,
    metadata: Metadata.parse(JSON.parse(metadata instanceof File ? await metadata.text() : (metadata ?? ''))),
  }
}

const secret = 'shared by the proxy and the function of a test'

const permissions = ['--no-prompt', '--allow-net', '--allow-env']

/** Runs an upload. Its packages are those of the project, so that nothing is downloaded. */
export async function runUpload(
  { files, metadata }: Upload,
  env: Readonly<Record<string, string>>,
): Promise<RunningFunction> {
  const folder = await Deno.makeTempDir()
  for (const [path, text] of files) {
    const file = `${folder}/${path}`
    await Deno.mkdir(file.slice(0, file.lastIndexOf('/')), { recursive: true })
    await Deno.writeTextFile(file, text)
  }
  await Deno.symlink(`${project}node_modules`, `${folder}/node_modules`)
  await Deno.copyFile(`${project}package.json`, `${folder}/package.json`)
  const { import_map_path: config, entrypoint_path: entry } = metadata
  const args = [
    'serve',
    ...permissions,
    '--node-modules-dir=manual',
    `--config=${config}`,
    '--host=127.0.0.1',
    '--port=0',
    entry,
  ]
  return run({ folder, args, env: { ...env, DENO_DIR: `${project}node_modules/.cache/deno-of-supabase` } })
}

/**
 * Answers at `/api/memory` the most bytes, inside and outside of the heap, that the function has held: what the edge
 * runtime limits.
 */
const runtime = `
const { serve } = Deno
let most = 0
const measure = () => {
  const { heapUsed, external } = Deno.memoryUsage()
  return (most = Math.max(most, heapUsed + external))
}
setInterval(measure, 5)
// The edge runtime chooses the address itself, whatever a function says.
Object.assign(Deno, {
  serve: (handler) =>
    serve({ hostname: '127.0.0.1', port: 0, onListen: ({ port }) => console.error('Listening on http://127.0.0.1:' + port + '/ ') }, (request) =>
      new URL(request.url).pathname === '/api/memory' ? Response.json(measure()) : handler(request),
    ),
})
await import('./index.ts')`

/**
 * Runs a bundle as a self-hosted Supabase does: from a folder with this one file in it, without packages and without a
 * cache.
 */
export async function runBundle(code: string, env: Readonly<Record<string, string>>): Promise<RunningFunction> {
  const folder = await Deno.makeTempDir()
  await Deno.writeTextFile(`${folder}/index.ts`, code)
  await Deno.writeTextFile(`${folder}/runtime.ts`, runtime)
  // The edge runtime gives a worker's heap this limit, and so V8 collects memory outside of the heap at half of it.
  const limit = '--v8-flags=--max-old-space-size=150'
  const args = ['run', limit, ...permissions, '--no-remote', '--no-npm', '--no-config', 'runtime.ts']
  return run({ folder, args, env: { ...env, DENO_DIR: `${folder}/cache` } })
}

type Program = { folder: string; args: string[]; env: Readonly<Record<string, string>> }

/**
 * Runs what is in a folder on the Deno of Supabase's edge runtime, with the network and `env`, and nothing else, behind
 * a gateway that removes cookies and the proxy for static hosts.
 */
async function run({ folder, args, env }: Program): Promise<RunningFunction> {
  const process = new Deno.Command(findDenoOfSupabase(), {
    args,
    cwd: folder,
    clearEnv: true,
    env: { ...env, BUBBLEQUEST_PROXY_SECRET: secret, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
    stdin: 'null',
    stdout: 'null',
    stderr: 'piped',
  }).spawn()
  let isOver = false
  const ended = process.status.then(() => (isOver = true))
  let said = ''
  let address: string | undefined
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const reading = (async () => {
    for await (const text of process.stderr.pipeThrough(new TextDecoderStream())) {
      if (address === undefined) {
        said += text
        address = /Listening on (http:\S+)\/\s/.exec(said)?.[1]
        if (address !== undefined) begin()
      } else {
        console.error(`function: ${text.trimEnd()}`)
      }
    }
    begin()
  })()
  await begun
  if (address === undefined) throw new Error(`The function did not start:\n${said}`)
  // A connection for each request: one that the function closes after a refusal may be chosen for the next.
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 })
  const gateway = startFunctionsGateway(async (request) => {
    const { pathname, search } = new URL(request.url)
    // Buffers the body: a function that refuses it before its end closes the connection, which would break a stream.
    const body = request.body === null ? null : await request.arrayBuffer()
    return fetch(`${address}${pathname}${search}`, {
      method: request.method,
      headers: request.headers,
      body,
      redirect: 'manual',
      client,
    })
  })
  const settings: ProxySettings = { functionUrl: gateway.url, secret, region: 'eu-central-1' }
  return {
    // Copies the response: the gateway of the stack adds headers, and those of a `fetch` response are immutable.
    fetch: (request, from) => proxy(asSeenOutside(request), from, settings),
    async close() {
      await gateway.close()
      client.close()
      if (!isOver) process.kill('SIGTERM')
      await ended
      await reading
      await Deno.remove(folder, { recursive: true })
    },
  }
}

/** The request with the public address that the proxy in front of the stack names. */
function asSeenOutside(request: Request): Request {
  const url = new URL(request.url)
  const host = request.headers.get('x-forwarded-host')?.trim()
  const protocol = request.headers.get('x-forwarded-proto')?.split(',')[0]
  if (!host && protocol !== 'https') return request
  if (host) {
    url.port = ''
    url.host = host
  }
  if (protocol === 'https') url.protocol = 'https:'
  return new Request(url, { method: request.method, headers: request.headers, body: request.body, redirect: 'manual' })
}

/** A free port outside of the range that the system assigns, so that no other program takes it before its use. */
export function freePort(): number {
  for (;;) {
    try {
      using listener = Deno.listen({ port: 20_000 + Math.floor(Math.random() * 10_000), hostname: '127.0.0.1' })
      return listener.addr.port
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error
    }
  }
}
